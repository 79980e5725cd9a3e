import { useQuery } from '@tanstack/react-query'
import { m } from '#texts'
import { inventoryById } from './inventory-queries.ts'

/** The inventory's readable number. */
export function InventoryName({ value }: { value: string }) {
  const { data } = useQuery(inventoryById(value))
  return data?.inventoryId ?? m.common_not_given()
}
