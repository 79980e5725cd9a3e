import { silentAfterMinutes, type UnsentDevice } from '@ats/contract/inventories/progress.ts'
import { sql } from 'kysely'
import { inventoryFor } from '#features/inventories/access.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'

const mostDevices = 1000

/** A person's device that announced unsent reads, or that took the inventory offline and has not reported since. */
const isWaitedFor = sql`(user_id is not null and not left_out and (unsent > 0
  or taken_at is not null and last_seen_at < now() - make_interval(mins => ${sql.lit(silentAfterMinutes)})))`

/**
 * The devices that block the end of counting. The list reveals nothing about what is expected, so a blind
 * counter may see it.
 */
async function waitingDevices(db: Db, id: Id): Promise<UnsentDevice[]> {
  const { rows } =
    await sql<UnsentDevice>`select device_id as "deviceId", device, users.full_name as user, unsent,
      last_seen_at as "lastSeenAt", taken_at as "takenAt", case when unsent > 0 then 'unsent' else 'silent' end as reason
    from inventory_devices join users on users.id = user_id where inventory_id = ${id} and ${isWaitedFor}
    order by last_seen_at desc, device_id, user_id limit ${sql.lit(mostDevices)}`.execute(db)
  return rows
}

export async function unsentDevices(db: Db, actor: Actor, id: Id): Promise<UnsentDevice[]> {
  await inventoryFor(db, actor, id)
  return waitingDevices(db, id)
}

/**
 * Counting ends without the devices that a person leaves out; any other waiting device is an error. Returns
 * those left out.
 */
export async function leaveOutDevices(tx: Db, id: Id, leaveOut: readonly Id[]) {
  const waiting = await waitingDevices(tx, id)
  const needed = waiting.find(({ deviceId }) => !leaveOut.includes(deviceId))
  if (needed !== undefined) {
    const { device, user, unsent } = needed
    if (needed.reason === 'unsent') throw new Problem('inventory-reads-unsent', { device, user, unsent })
    throw new Problem('inventory-device-silent', { device, user })
  }
  await sql`update inventory_devices set left_out = true where inventory_id = ${id} and ${isWaitedFor}`.execute(
    tx,
  )
  return waiting
}
