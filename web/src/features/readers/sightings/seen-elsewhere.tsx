import type { SeenElsewhere as Seen } from '@ats/contract/sightings.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { m } from '#texts'
import type { About } from '#ui/form/reason-dialog.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { Page } from '#ui/page/page.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { IgnoredChoice } from '#ui/table/ignored-choice.tsx'
import { sourceOf, useStateOf } from '#ui/table/state-of.ts'
import { AnchorLink } from '#ui/text/link.tsx'
import { elsewhereColumns } from './elsewhere-columns.tsx'
import { elsewhereList, elsewhereListFilter } from './sighting-queries.ts'
import { useElsewhere } from './use-elsewhere.ts'

const LeaveDialog = lazyPart(
  async () => (await import('#features/readers/setup/leave-dialog.tsx')).LeaveDialog,
)

type List = ReturnType<typeof useUrlState<typeof elsewhereListFilter>>

/** Assets detected outside their registered place. Readers never move assets; a person decides here. */
export function SeenElsewhere() {
  const list = useUrlState(elsewhereListFilter)
  const source = sourceOf(list[0], useCity())
  const [leaving, setLeaving] = useStateOf<About | null>(source, null)
  const steps = useElsewhere()
  return (
    <Page crumbs={[m.crumb_manage_asset(), m.elsewhere_title()]}>
      <ElsewhereTable list={list} steps={steps} onLeave={setLeaving} />
      {leaving !== null && (
        <LeaveDialog leaving={leaving} onLeft={steps.left} onClose={() => setLeaving(null)} />
      )}
      {steps.failures}
    </Page>
  )
}

type TableProps = {
  list: List
  steps: ReturnType<typeof useElsewhere>
  onLeave: (leaving: About) => void
}

function ElsewhereTable({ list, steps: { moveHere, takeUp }, onLeave }: TableProps) {
  const [filter, setFilter] = list
  const query = useQuery(elsewhereList({ ...filter, ...useScope() }))
  const isIgnored = filter.ignored === 'true'
  const columns = useMemo(
    () =>
      elsewhereColumns({
        move: (seen) => void moveHere([seen]),
        leave: (seen: Seen) => onLeave({ ids: [seen._id], name: `${seen.assetName} ${seen.assetTagId}` }),
        takeUp: ({ _id }) => void takeUp([_id]),
      }),
    [moveHere, takeUp, onLeave],
  )
  const rowsOf = (ids: string[]) => query.data?.rows.filter(({ _id }) => ids.includes(_id)) ?? []
  return (
    <DataTable
      name={isIgnored ? 'left-sightings' : 'sightings'}
      label={m.elsewhere_title()}
      query={query}
      columns={columns}
      rowId={({ _id }) => _id}
      list={list}
      options={{
        footer: 'report',
        empty: isIgnored ? m.elsewhere_none_left() : m.elsewhere_none(),
        help: isIgnored ? undefined : <ReadersLink />,
        failed: () => m.elsewhere_failed(),
        panelOf: ({ _id }) => _id,
        toolbar: <IgnoredChoice ignored={filter.ignored} onChoose={(ignored) => setFilter({ ignored })} />,
        selection: {
          rowName: ({ assetName, assetTagId }) => `${assetName} ${assetTagId}`,
          actions: ({ ids, clear }) =>
            isIgnored ? (
              <Button size="compact-sm" onClick={() => void takeUp(ids).then(clear)}>
                {m.unknown_tags_take_up()}
              </Button>
            ) : (
              <>
                <Button size="compact-sm" onClick={() => void moveHere(rowsOf(ids)).then(clear)}>
                  {m.elsewhere_move()}
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => onLeave({ ids, clear })}>
                  {m.elsewhere_ignore()}
                </Button>
              </>
            ),
        },
      }}
    />
  )
}

function ReadersLink() {
  return (
    <AnchorLink to="/dashboard/$location/readers" params={{ location: useCity() }}>
      {m.live_none_link()}
    </AnchorLink>
  )
}
