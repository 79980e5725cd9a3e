import { Paper, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useUrlState } from '#kernel/address/url-state.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { JobList } from '#ui/jobs/job-list.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { listsAndReports, NextScreens } from '#ui/page/next-screens.tsx'
import { Page } from '#ui/page/page.tsx'
import { exportList } from './export-calls.ts'
import { ExportItem } from './export-item.tsx'

const filterOf = z.object({ everyone: z.enum(['true', 'false']).default('false') })
type Filter = z.infer<typeof filterOf>

/** The person's exports; for administrators everybody's. */
export function Exports() {
  const [{ everyone }, setFilter] = useUrlState(filterOf)
  const me = useSession()?.user
  const isAdministrator = me?.everywhere === true && me.permissions.includes('user-management')
  return (
    <Page
      crumbs={[m.exports_title()]}
      actions={
        isAdministrator && (
          <SegmentedControl
            aria-label={m.exports_whose()}
            value={everyone}
            data={[
              { value: 'false', label: m.exports_mine() },
              { value: 'true', label: m.exports_everyones() },
            ]}
            onChange={(value) => setFilter({ everyone: value as Filter['everyone'] })}
          />
        )
      }
    >
      <Paper component="section" withBorder p="md" aria-label={m.exports_title()}>
        <Files everyone={everyone} />
      </Paper>
    </Page>
  )
}

function Files({ everyone }: Filter) {
  const { data, error, refetch } = useQuery(exportList(everyone))
  if (data === undefined)
    return error === null ? (
      <Loading />
    ) : (
      <LoadFailed text={messageOf(error, m.exports_list_failed())} onRetry={() => void refetch()} />
    )
  if (data.exports.length === 0)
    return (
      <>
        <Text size="sm" c="dimmed" mb="sm">
          {m.exports_none()}
        </Text>
        <NextScreens screens={listsAndReports} />
      </>
    )
  return (
    <JobList>
      {data.exports.map((made) => (
        <ExportItem key={made.id} made={made} />
      ))}
    </JobList>
  )
}
