import { useQuery } from '@tanstack/react-query'
import { m } from '#texts'
import { inventoryById } from './inventory-queries.ts'

/** What people call an inventory by. */
export function InventoryName({ value }: { value: string }) {
  const { data } = useQuery(inventoryById(value))
  return data?.inventoryId ?? m.common_not_given()
}
