import type { ListedInventory } from '@ats/contract/inventories/inventories.ts'
import { Progress } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import classes from '#features/inventories/inventories.module.css'
import { InventoryStatusBadge, pathText } from '#features/inventories/inventory-texts.tsx'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { keepCity } from './keep-city.ts'

/** The open inventories, with links to their pages. */
export function OpenInventories({ inventories }: { inventories: ListedInventory[] }) {
  if (inventories.length === 0) return null
  return (
    <section aria-label={m.inventory_open_title()}>
      <h2 className={classes.heading}>{m.inventory_open_title()}</h2>
      <ul className={classes.open}>
        {inventories.map((inventory) => (
          <li key={inventory._id}>
            <OpenInventory inventory={inventory} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function OpenInventory({ inventory }: { inventory: ListedInventory }) {
  const { _id, inventoryId, status, placeNames, total, found } = inventory
  return (
    <Link
      className={classes.card}
      to="/dashboard/physical-inventory/$id"
      params={{ id: _id }}
      search={keepCity}
    >
      <span className={classes.cardTop}>
        <strong>{inventoryId}</strong>
        <InventoryStatusBadge status={status} />
      </span>
      <span>{pathText(placeNames)}</span>
      {total !== null && found !== null && (
        <>
          <Progress value={(100 * found) / Math.max(total, 1)} aria-hidden="true" />
          <span className={classes.quiet}>
            {m.inventory_found_of({ found: formatNumber(found), total: formatNumber(total) })}
          </span>
        </>
      )}
      <Due inventory={inventory} />
    </Link>
  )
}

/** Overdue from the day after the due date, in the person's time zone. */
const isOverdue = ({ dueOn, status }: Pick<ListedInventory, 'dueOn' | 'status'>, now = new Date()) =>
  dueOn !== null &&
  !['approved', 'cancelled'].includes(status) &&
  dueOn < new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)

export function Due({ inventory }: { inventory: Pick<ListedInventory, 'dueOn' | 'status'> }) {
  if (inventory.dueOn === null) return null
  const day = formatDate(inventory.dueOn)
  return isOverdue(inventory) ? (
    <span className={classes.overdue}>{m.inventory_overdue({ day })}</span>
  ) : (
    <span className={classes.quiet}>{m.inventory_due_on({ day })}</span>
  )
}
