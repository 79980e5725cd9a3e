import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BulkJobsButton } from '#features/bulk-jobs/bulk-jobs.ts'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { NotFound } from '#ui/page/not-found.tsx'
import { type Crumb, Page } from '#ui/page/page.tsx'
import { MasterBoard } from './master-board.tsx'
import { type Choice, placeById } from './queries.ts'

export function RoomsOfAou({ id }: { id: string }) {
  const { data: aou, error, refetch } = useQuery(placeById('aou', id))
  const link = screenLink('/dashboard/$location/masters/aou-master', useCity())
  const crumbs = [m.crumb_masters(), { text: m.nav_aou_master(), link }]
  if (aou === null) return <NotFound />
  if (aou !== undefined) return <Rooms aou={aou} crumbs={crumbs} />
  return (
    <Page title={m.masters_rooms()} crumbs={[...crumbs, m.masters_rooms()]}>
      {error === null ? (
        <Loading />
      ) : (
        <LoadFailed
          text={m.masters_fetch_failed()}
          detail={messageOf(error, '') || undefined}
          onRetry={() => void refetch()}
        />
      )}
    </Page>
  )
}

function Rooms({ aou, crumbs }: { aou: Choice; crumbs: Crumb[] }) {
  const title = m.masters_rooms_of({ name: aou.name })
  return (
    <Page title={title} crumbs={[...crumbs, title]} actions={<BulkJobsButton />}>
      <Text c="dimmed" mt={-12}>
        {aou.path}
      </Text>
      <MasterBoard kind="room" label={title} parent={aou} />
    </Page>
  )
}
