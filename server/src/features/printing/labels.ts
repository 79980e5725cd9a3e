import { assetAddress, placeAddress } from '@ats/contract/label-address.ts'
import type { LabelDesign } from '@ats/contract/print-jobs.ts'
import type { Message } from '@ats/contract/problems.ts'
import { sql } from 'kysely'
import { assetTagIdOf, liveAssetsWithIds } from '#features/assets/assets.ts'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { storedMessage } from '#kernel/messages.ts'
import { withinScope } from '#kernel/scope.ts'
import { type LabelContent, labelZpl } from './label.ts'
import type { SentLabel } from './settle.ts'
import type { Drawn } from './window.ts'
import type { Dpi } from './zpl.ts'

type StoredLabel = SentLabel & { placeId: Id | null }
type Look = { design: LabelDesign; dpi: Dpi; owner: string }
type Job = Look & { id: Id }
type Origin = { config: { origin: string } }

export async function labelsToSend(
  db: Db,
  jobId: Id,
  state: 'ready' | 'sent',
  most: number,
): Promise<StoredLabel[]> {
  const { rows } = await sql<StoredLabel>`select position, asset_id as "assetId", place_id as "placeId", tag
    from print_labels where job_id = ${jobId} and state = ${state} order by position limit ${most}`.execute(
    db,
  )
  return rows
}

/**
 * The next labels, marked as sent: from the commit on they may exist. Labels whose records changed since their numbers
 * were reserved are skipped.
 */
export async function drawnLabels(
  tx: Db,
  services: Origin,
  actor: Actor,
  job: Job,
  most: number,
): Promise<Drawn[] | 'none-left'> {
  const labels = await labelsToSend(tx, job.id, 'ready', most)
  if (labels.length === 0) {
    const { rows } = await sql`select from print_labels where job_id = ${job.id}
      and state in ('waiting', 'ready', 'sent') limit 1`.execute(tx)
    return rows.length === 0 ? 'none-left' : []
  }
  const contents = await contentsOf(tx, services, actor, job, labels)
  const [going, gone] = [
    labels.filter((label) => contents.has(label.position)),
    labels.filter((label) => !contents.has(label.position)),
  ]
  await mark(tx, job.id, going, 'sent')
  await skip(tx, job.id, gone)
  return drawAll(job, going, contents)
}

export const drawAll = (
  look: Look,
  labels: readonly SentLabel[],
  contents: ReadonlyMap<number, LabelContent>,
) =>
  Promise.all(
    labels.flatMap(({ position, assetId, tag }) => {
      const content = contents.get(position)
      if (content === undefined) return []
      return [
        labelZpl(look.design, look.dpi, content).then((zpl): Drawn => ({ position, assetId, tag, zpl })),
      ]
    }),
  )

/** By position; without labels whose records are gone, out of scope, or have another tag by now. */
export async function contentsOf(
  tx: Db,
  { config }: Origin,
  actor: Actor,
  { owner }: Look,
  labels: readonly StoredLabel[],
): Promise<Map<number, LabelContent>> {
  const assets = await liveAssetsWithIds(
    tx,
    actor,
    labels.flatMap(({ assetId }) => assetId ?? []),
  )
  const places = await namedPlaces(
    tx,
    actor,
    labels.flatMap(({ placeId }) => placeId ?? []),
  )
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  return new Map(
    labels.flatMap((label): [number, LabelContent][] => {
      const { position, tag } = label
      const asset = byId.get(label.assetId ?? '')
      const place = places.get(label.placeId ?? '')
      if (place !== undefined)
        return [[position, { ...place, owner, address: placeAddress(config.origin, place.id), tag: null }]]
      if (asset === undefined || (tag !== null && (asset.rfidTag !== tag || !asset.tagExpected))) return []
      const texts = { name: asset.assetName, detail: assetTagIdOf(asset.number) }
      return [[position, { ...texts, owner, address: assetAddress(config.origin, asset.id), tag }]]
    }),
  )
}

/** The name of a place, and the way to it. */
async function namedPlaces(db: Db, actor: Actor, ids: readonly Id[]) {
  const query = db
    .selectFrom('places')
    .select(['id', 'name', placePath.as('path')])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(withinScope(actor, 'places'))
  const rows = ids.length === 0 ? [] : await query.execute()
  return new Map(
    rows.map(({ id, name, path }) => [id, { id, name, detail: path.split(' > ').slice(0, -1).join(' > ') }]),
  )
}

const mark = (tx: Db, jobId: Id, labels: readonly SentLabel[], state: 'sent') =>
  sql`update print_labels set state = ${state}, at = now() where job_id = ${jobId}
    and position = any(${labels.map(({ position }) => position)}::int[])`.execute(tx)

async function skip(tx: Db, jobId: Id, labels: readonly StoredLabel[]) {
  if (labels.length === 0) return
  const reason: Message = { code: 'label-changed-since' }
  await sql`update print_labels set state = 'skipped', tag = null, message = ${storedMessage(reason)}, at = now()
    where job_id = ${jobId} and position = any(${labels.map(({ position }) => position)}::int[])`.execute(tx)
  await sql`update print_jobs set skipped = skipped + ${labels.length} where id = ${jobId}`.execute(tx)
}
