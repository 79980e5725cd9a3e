import type { StateChange } from '@ats/contract/state-changes.ts'
import { Button, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { loadPictureZoom } from '#features/assets/assets.ts'
import { ExportButton } from '#features/exports/exports.tsx'
import { assetOf, changeTitle } from '#features/state-changes/change-cells.tsx'
import { queueFilter, stateChangeList } from '#features/state-changes/queries.ts'
import classes from '#features/state-changes/state-changes.module.css'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { isForbidden } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import type { About } from '#ui/form/reason-dialog.tsx'
import { useFetchLater } from '#ui/lazy/fetch-later.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { Page } from '#ui/page/page.tsx'
import { DataTable } from '#ui/table/data-table.tsx'
import { sourceOf, useStateOf } from '#ui/table/state-of.ts'
import { type QueueActions, queueColumns } from './queue-columns.tsx'
import { type Deciding, useDeciding } from './use-deciding.ts'

const loadDeny = async () => (await import('./deny-dialog.tsx')).DenyDialog
const DenyDialog = lazyPart(loadDeny)
const PictureZoom = lazyPart(async () => (await loadPictureZoom()).PictureZoom)

/** The requests that wait for a decision, and the decisions that can still be undone. */
export function ManageAssets() {
  const source = sourceOf(useUrlState(queueFilter)[0], useCity())
  const [denying, setDenying] = useStateOf<About | null>(source, null)
  const [zoomed, setZoomed] = useState<StateChange | null>(null)
  const deciding = useDeciding()
  const { deny, denied, results } = deciding
  useFetchLater(loadDeny)
  return (
    <Page crumbs={[m.crumb_manage_asset(), m.assets_manage_title()]}>
      <Text c="dimmed" mt={-12}>
        {m.queue_lead()}
      </Text>
      <Queue deciding={deciding} onDeny={setDenying} onZoom={setZoomed} />
      {denying !== null && (
        <DenyDialog
          denying={denying}
          deny={deny}
          onDenied={(reply) => denied(denying.ids, reply, denying.name)}
          onClose={() => setDenying(null)}
        />
      )}
      {results.failures}
      {zoomed !== null && <PictureZoom asset={zoomed} onClose={() => setZoomed(null)} />}
    </Page>
  )
}

type Props = {
  deciding: Deciding
  onDeny: (denying: About) => void
  onZoom: (change: StateChange) => void
}

function Queue({ deciding, onDeny, onZoom }: Props) {
  const list = useUrlState(queueFilter)
  const [filter, setFilter] = list
  const decided = filter.undoable === 'true'
  const shownBy = { ...filter, ...useScope(), ...(!decided && { status: 'pending' as const }) }
  const query = useQuery({
    ...stateChangeList(shownBy),
    // Several people share the queue, and a decision can be undone for a few minutes only.
    staleTime: 0,
  })
  const { accept, undo } = deciding
  const { busy } = deciding.results
  const actions = useMemo(
    () => ({
      busy,
      accept: (change: StateChange) => busy || void accept([change._id], assetOf(change)),
      deny: (change: StateChange) => onDeny({ ids: [change._id], name: assetOf(change) }),
      undo: (change: StateChange) => busy || void undo([change._id], assetOf(change)),
      zoom: onZoom,
    }),
    [busy, accept, undo, onDeny, onZoom],
  )
  const columns = useMemo(() => queueColumns(decided, actions), [decided, actions])
  return (
    <div className={classes.list}>
      <DataTable
        name={decided ? 'decided' : 'queue'}
        label={m.assets_manage_title()}
        query={query}
        columns={columns}
        rowId={({ _id }) => _id}
        list={list}
        options={{
          search: m.requests_search(),
          exporting: (shown) => <ExportButton list="state-changes" filter={shownBy} shown={shown} />,
          footer: 'report',
          panelOf: ({ assetId }) => assetId,
          rowKeys: decided ? {} : decideKeys(actions),
          empty: filter.search === '' ? emptyText(decided) : undefined,
          failed: (error) => (isForbidden(error) ? m.users_forbidden() : m.requests_fetch_failed()),
          toolbar: <Which decided={decided} onChoose={(undoable) => setFilter({ undoable })} />,
          selection: {
            rowName: changeTitle,
            actions: ({ ids, clear }) => (
              <ManyButtons
                decided={decided}
                accept={() => void accept(ids).then((done) => done && clear())}
                deny={() => onDeny({ ids, clear })}
                undo={() => void undo(ids).then((done) => done && clear())}
              />
            ),
          },
        }}
      />
    </div>
  )
}

/** Nobody decides their own request. */
const decideKeys = ({ accept, deny, busy }: Pick<QueueActions, 'accept' | 'deny' | 'busy'>) => ({
  a: (change: StateChange) => change.isMine || accept(change),
  d: (change: StateChange) => change.isMine || busy || deny(change),
})

const emptyText = (decided: boolean) => (decided ? m.queue_none_decided() : m.queue_empty())

type WhichProps = { decided: boolean; onChoose: (undoable: 'true' | 'false') => void }

function Which({ decided, onChoose }: WhichProps) {
  return (
    <SegmentedControl
      aria-label={m.queue_show()}
      value={String(decided)}
      data={[
        { value: 'false', label: m.queue_waiting() },
        { value: 'true', label: m.queue_decided() },
      ]}
      onChange={(value) => onChoose(value === 'true' ? 'true' : 'false')}
    />
  )
}

type ManyProps = { decided: boolean } & Record<'accept' | 'deny' | 'undo', () => void>

function ManyButtons({ decided, accept, deny, undo }: ManyProps) {
  if (decided)
    return (
      <Button size="compact-sm" variant="default" onClick={undo}>
        {m.assets_undo()}
      </Button>
    )
  return (
    <>
      <Button size="compact-sm" aria-keyshortcuts="a" onClick={accept}>
        {m.queue_accept()}
      </Button>
      <Button size="compact-sm" variant="light" color="red" aria-keyshortcuts="d" onClick={deny}>
        {m.queue_deny()}
      </Button>
    </>
  )
}
