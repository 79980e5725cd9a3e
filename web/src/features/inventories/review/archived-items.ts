import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import { useQuery } from '@tanstack/react-query'
import { archivedParts } from '#kernel/http/archived-parts.ts'

/** Ids begin with their time, in milliseconds. */
const momentOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** The file that has the items of an inventory, if they were archived. */
export function useArchiveOf({ _id, status }: Inventory): string | undefined {
  const enabled = status === 'approved' || status === 'cancelled'
  const { data } = useQuery({ ...archivedParts, enabled })
  const planned = momentOf(_id)
  const part = data?.archived.find(
    ({ of, after, before }) =>
      of === 'inventory_items' &&
      (after === null || Date.parse(after) <= planned) &&
      planned < Date.parse(before),
  )
  return part?.file
}
