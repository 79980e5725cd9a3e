import type { UnknownTag } from '@ats/contract/inventories/review.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ExportButton } from '#features/exports/exports.tsx'
import classes from '#features/inventories/inventories.module.css'
import {
  type UnknownTagListFilter,
  unknownTagList,
  unknownTagListFilter,
} from '#features/inventories/review/review-queries.ts'
import { useManages } from '#features/inventories/use-manages.ts'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useMayOpen } from '#kernel/address/screen.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { isForbidden } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import type { About } from '#ui/form/reason-dialog.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { Page } from '#ui/page/page.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { IgnoredChoice } from '#ui/table/ignored-choice.tsx'
import { sourceOf, useStateOf } from '#ui/table/state-of.ts'
import { unknownTagColumns } from './unknown-tag-columns.tsx'
import { useIgnoring } from './use-ignoring.ts'

const AttachDialog = lazyPart(async () => (await import('./unknown-tag-dialogs.tsx')).AttachDialog)
const InventoryName = lazyPart(
  async () => (await import('#features/inventories/inventory-name.tsx')).InventoryName,
)
const IgnoreDialog = lazyPart(async () => (await import('./unknown-tag-dialogs.tsx')).IgnoreDialog)

/** Set by links from an inventory; the chip removes it. */
const tagFilters: Filter<keyof UnknownTagListFilter>[] = [
  { name: 'inventoryId', label: m.unknown_tags_inventory, Input: NoInput, Value: InventoryName },
]

/** Tags that were read but that no asset has: the worklist of all inventories and readers. */
export function UnknownTags() {
  const list = useUrlState(unknownTagListFilter)
  const source = sourceOf(list[0], useCity())
  const [attaching, setAttaching] = useStateOf<UnknownTag | null>(source, null)
  const [ignoring, setIgnoring] = useStateOf<About | null>(source, null)
  const { takeUp, ignored, failures } = useIgnoring()
  const manages = useManages()
  return (
    <Page crumbs={[manages ? m.crumb_manage_asset() : m.crumb_reports(), m.unknown_tags_title()]}>
      <div className={classes.list}>
        <TagTable list={list} takeUp={takeUp} onAttach={setAttaching} onIgnore={setIgnoring} />
      </div>
      {attaching !== null && <AttachDialog tag={attaching} onClose={() => setAttaching(null)} />}
      {ignoring !== null && (
        <IgnoreDialog ignoring={ignoring} onIgnored={ignored} onClose={() => setIgnoring(null)} />
      )}
      {failures}
    </Page>
  )
}

type TableProps = {
  list: ReturnType<typeof useUrlState<typeof unknownTagListFilter>>
  takeUp: (ids: string[]) => Promise<unknown>
  onAttach: (tag: UnknownTag) => void
  onIgnore: (ignoring: About) => void
}

function TagTable({ list, takeUp, onAttach, onIgnore }: TableProps) {
  const [filter, setFilter] = list
  const scope = useScope()
  const query = useQuery(unknownTagList({ ...filter, ...scope }))
  const columns = useTagColumns({ takeUp, onAttach, onIgnore })
  const isIgnored = filter.ignored === 'true'
  const manages = useManages()
  const selection = {
    rowName: ({ tag }: UnknownTag) => tag,
    actions: ({ ids, clear }: { ids: string[]; clear: () => void }) =>
      isIgnored ? (
        <Button size="compact-sm" onClick={() => void takeUp(ids).then(clear)}>
          {m.unknown_tags_take_up()}
        </Button>
      ) : (
        <Button size="compact-sm" onClick={() => onIgnore({ ids, clear })}>
          {m.unknown_tags_ignore()}
        </Button>
      ),
  }
  return (
    <DataTable
      name={isIgnored ? 'ignored-tags' : 'unknown-tags'}
      label={m.unknown_tags_title()}
      query={query}
      columns={columns}
      rowId={({ _id }) => _id}
      list={list}
      options={{
        search: m.unknown_tags_search(),
        footer: 'report',
        ...(filter.inventoryId !== undefined && { filters: tagFilters }),
        empty: isIgnored || filter.search !== '' ? undefined : m.unknown_tags_none(),
        failed: (error) => (isForbidden(error) ? m.users_forbidden() : m.unknown_tags_failed()),
        exporting: (shown) => (
          <ExportButton list="unknown-tags" filter={{ ...filter, ...scope }} shown={shown} />
        ),
        toolbar: (
          <IgnoredChoice ignored={filter.ignored} onChoose={(value) => setFilter({ ignored: value })} />
        ),
        ...(manages && { selection }),
      }}
    />
  )
}

function useTagColumns({ takeUp, onAttach, onIgnore }: Omit<TableProps, 'list'>) {
  const city = useCity()
  const opensInventories = useMayOpen()('/dashboard/physical-inventory')
  const manages = useManages()
  return useMemo(() => {
    const actions = {
      attach: onAttach,
      ignore: ({ _id, tag }: UnknownTag) => onIgnore({ ids: [_id], name: tag }),
      takeUp: ({ _id }: UnknownTag) => void takeUp([_id]),
    }
    return unknownTagColumns({ city, opensInventories, actions: manages ? actions : undefined })
  }, [city, opensInventories, manages, takeUp, onAttach, onIgnore])
}

function NoInput(_: FilterInput) {
  return null
}
