import { Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import classes from '#features/identity/sessions/sessions-list.module.css'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { FactorDialogs } from './factor-dialogs.tsx'
import { FactorList } from './factor-list.tsx'
import { ownFactors } from './factor-queries.ts'
import { RememberedDevices } from './remembered-devices.tsx'
import { useFactorDialog } from './use-factor-dialog.ts'

/** The person's own second factors, on the profile page. */
export function SecondFactorSection() {
  const query = useQuery(ownFactors)
  const dialog = useFactorDialog()
  return (
    <Paper
      component="section"
      withBorder
      p={{ base: 'md', sm: 'xl' }}
      className={classes.sheet ?? ''}
      aria-labelledby="second-factor"
    >
      <Title order={2} id="second-factor" tabIndex={-1} fz="lg" className={classes.heading ?? ''}>
        {m.second_title()}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {query.data?.required ? m.second_lead_required() : m.second_lead()}
      </Text>
      {query.isPending && <Loading />}
      {query.isError && query.data === undefined && (
        <LoadFailed
          text={m.second_fetch_failed()}
          detail={messageOf(query.error, '') || undefined}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && (
        <>
          <FactorList factors={query.data} onOpen={dialog.open} />
          <RememberedDevices devices={query.data.devices} />
          <FactorDialogs {...dialog} hasPassword={query.data.hasPassword} />
        </>
      )}
    </Paper>
  )
}
