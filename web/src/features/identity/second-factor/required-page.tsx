import { Button, Stack } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { logOut } from '#features/identity/queries.ts'
import { PublicPage } from '#features/identity/sign-in/public-page.tsx'
import { messageOf } from '#kernel/http/api-error.ts'
import { queryClient } from '#kernel/http/query-client.ts'
import { currentSession, rememberUser } from '#kernel/session/session.ts'
import { m } from '#texts'
import { ConfirmHost } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { Toasts } from '#ui/toast/toasts.tsx'
import { ownFactors } from './factor-queries.ts'
import { useFactorDialog } from './use-factor-dialog.ts'

const FactorDialogs = lazyPart(async () => (await import('./factor-dialogs.tsx')).FactorDialogs)

/** For people whose role requires a second factor: all that they can do before they have one. */
export function RequiredFactor() {
  return (
    <QueryClientProvider client={queryClient}>
      <PublicPage
        title={m.second_required_title()}
        heading={m.second_required_title()}
        lead={m.second_required_lead()}
        foot={
          <Button variant="subtle" onClick={logOut}>
            {m.app_logout()}
          </Button>
        }
      >
        <Choice />
      </PublicPage>
      <ConfirmHost />
      <Toasts />
    </QueryClientProvider>
  )
}

/** The router notices that the factor is there and opens the screen that the person wanted. */
function goOn() {
  const user = currentSession()?.user
  if (user) rememberUser({ ...user, mustFirst: null })
}

function Choice() {
  const query = useQuery(ownFactors)
  const dialog = useFactorDialog(goOn)
  if (query.data === undefined)
    return query.isError ? (
      <LoadFailed
        text={m.second_fetch_failed()}
        detail={messageOf(query.error, '') || undefined}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <Loading />
    )
  return (
    <Stack gap="sm">
      <Button size="md" onClick={() => dialog.open({ kind: 'totp' })}>
        {m.second_totp_set_up()}
      </Button>
      <Button size="md" variant="default" onClick={() => dialog.open({ kind: 'passkey' })}>
        {m.second_passkey_add()}
      </Button>
      <FactorDialogs {...dialog} hasPassword={query.data.hasPassword} />
    </Stack>
  )
}
