import { isPlace, type Master, type MasterKind, parentOf } from '@ats/contract/masters.ts'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ExportButton } from '#features/exports/exports.tsx'
import { cities } from '#features/places/places.ts'
import { useCity, useScope } from '#kernel/address/location.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { DataTable } from '#ui/table/data-table.tsx'
import { AddForm } from './add-form.tsx'
import { columnsOf } from './columns.tsx'
import { EditingRows } from './editing.tsx'
import { Landed, useLanded } from './landed.tsx'
import { type Choice, masterChoices, masterList, masterListFilter } from './queries.ts'
import { useWhyFixed, useWhyNotAdded } from './rules.ts'

type Props = {
  kind: MasterKind
  label: string
  /** Shows and adds only records below this one. */
  parent?: Choice
}

/**
 * One master: the form to add to it, and its records. Remounted for each city, so that no input of another
 * remains.
 */
export function MasterBoard(props: Props) {
  return <Board key={useCity()} {...props} />
}

function Board({ kind, label, parent }: Props) {
  const list = useUrlState(masterListFilter)
  const scope = useScope()
  const location = isPlace(kind) && kind !== 'city' ? scope.location : undefined
  const reason = useWhyFixed(kind)
  const mayAdd = useWhyNotAdded(kind) === undefined
  const fixed = reason !== undefined
  const columns = useMemo(() => columnsOf(kind, fixed), [kind, fixed])
  const narrowing = {
    ...(location !== undefined && { location }),
    ...(parent !== undefined && { parentId: parent.id }),
  }
  const landed = useLanded(list)
  const query = useQuery(masterList(kind, list[0], { ...narrowing, ...landed.around }))
  return (
    <EditingRows kind={kind}>
      {fixed && <Alert icon={<IconInfoCircle aria-hidden="true" />}>{reason}</Alert>}
      {mayAdd && <Add kind={kind} parent={parent} location={location} onAdded={landed.show} />}
      <Landed id={landed.id} rows={query.data?.rows} />
      <DataTable
        name={`masters-${kind}`}
        label={label}
        query={query}
        columns={columns}
        rowId={(row) => row.id}
        list={list}
        options={{
          search: m.masters_search(),
          marked: landed.id,
          failed: () => m.masters_fetch_failed(),
          exporting: (shown) => (
            <ExportButton list={kind} filter={{ ...list[0], ...narrowing }} shown={shown} />
          ),
        }}
      />
    </EditingRows>
  )
}

type AddProps = {
  kind: MasterKind
  parent: Choice | undefined
  location: string | undefined
  onAdded: (record: Master) => void
}

/** On the screen of a city a new MM belongs to that city, so the form waits until it is loaded. */
function Add({ kind, parent, location, onAdded }: AddProps) {
  const hangsInCity = kind === 'mm' && location !== undefined
  const { data, isPending } = useQuery({ ...cities, enabled: hangsInCity })
  const hasParents = useHasParents(kind, parent, location)
  if (hasParents === undefined || (hangsInCity && isPending)) return null
  if (!hasParents)
    return <Alert icon={<IconInfoCircle aria-hidden="true" />}>{m.masters_nothing_above()}</Alert>
  const city = hangsInCity ? data?.find((one) => one.location === location) : undefined
  const first = city === undefined ? null : { id: city._id, name: city.name, path: '' }
  return (
    <AddForm
      kind={kind}
      parent={parent ?? first}
      isParentGiven={parent !== undefined}
      location={location}
      onAdded={onAdded}
    />
  )
}

/** Whether the person sees a possible parent for a new record; a person with rooms only sees no AoU. */
function useHasParents(kind: MasterKind, parent: Choice | undefined, location: string | undefined) {
  const everywhere = useSession()?.user.everywhere === true
  const above = everywhere || parent !== undefined ? null : parentOf(kind)
  const choices = useQuery({
    ...masterChoices(above ?? kind, { text: '', ...(location !== undefined && { location }) }),
    enabled: above !== null,
  })
  if (above === null || choices.isError) return true
  return choices.data && choices.data.length > 0
}
