import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { redrawn } from '#kernel/files/images.ts'
import type { Store } from '#kernel/files/store.ts'
import { found } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { floorForUpdate, lineAbout, mustBeFloorVersion } from './floors.ts'
import { floorById, isSeen } from './queries.ts'

/** Large enough to read the names of rooms on a plan of a whole building. */
const largestPlan = { width: 2400, height: 2400, fit: 'inside' } as const
const [thinnest, widest] = [0.2, 5]

/** Encodes and stores the picture of a plan; see `withPictures`. */
export async function keepPlan(store: Store, image: Uint8Array) {
  const { data, info } = await redrawn(image, largestPlan, 'plan-picture-type')
  const aspect = Math.min(widest, Math.max(thinnest, info.width / info.height))
  return { picture: await store.put(data, 'webp'), aspect }
}

export type Picture = { picture: string | null; aspect?: number; version?: number | undefined }

/** Sets or removes the picture. The plan takes its proportions, and keeps them without it. */
export async function setPlanPicture(tx: Db, actor: Actor, id: Id, { picture, aspect, version }: Picture) {
  const floor = await floorForUpdate(tx, actor, id)
  await mustBeFloorVersion(tx, actor, floor, version)
  if (picture === floor.picture) return { floor: await floorById(tx, actor, id), before: null }
  const set = { picture, ...(aspect !== undefined && { aspect }) }
  await tx.updateTable('floors').set(set).where('id', '=', id).execute()
  const changed = await floorById(tx, actor, id)
  await record(tx, actor, {
    ...{ action: 'floor.picture-changed', ...lineAbout(floor), version: changed.version },
    before: { aspect: floor.aspect },
    after: { aspect: changed.aspect },
  })
  return { floor: changed, before: floor.picture }
}

export async function pictureOfFloor(db: Db, store: Store, actor: Actor, id: Id) {
  const row = await db
    .selectFrom('floors')
    .innerJoin('places', 'places.id', 'floors.property_id')
    .select('floors.picture')
    .where('floors.id', '=', id)
    .where(isSeen(actor))
    .executeTakeFirst()
  const { picture } = found(row, 'floor-not-found')
  return found(picture === null ? undefined : await store.get(picture), 'picture-not-found')
}
