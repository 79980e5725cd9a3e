import type { newReader, ReaderAddresses, readerChange, readPointList } from '@ats/contract/readers.ts'
import { standardSmoothing } from '@ats/contract/readers.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { placeChosen, placePathOf } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { mustBeVersion, plainFields, raiseVersion } from '#kernel/db/versions.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { withinScope } from '#kernel/scope.ts'
import { newSecret } from '#kernel/secrets.ts'
import type { Config } from '#server/config.ts'
import { isStillElsewhere } from './elsewhere.ts'
import { readsByHour } from './hours.ts'
import { isRecentRead, isShown, readerById } from './queries.ts'
import { readerSummary } from './summary.ts'

/** The readers' part of the dashboard and of plans. */
export { isRecentRead, isStillElsewhere, readerSummary, readsByHour }

/**
 * The addresses to configure in a device. Its topics and client name contain its id, so that it cannot
 * impersonate another.
 */
export function addressesOf({ readerAddresses }: Config, id: Id): ReaderAddresses {
  const { mqtt, webhook } = readerAddresses
  return {
    mqtt: mqtt ?? null,
    webhook: webhook === undefined ? null : `${webhook}/readers/${id}`,
    topic: `readers/${id}/reads`,
    willTopic: `readers/${id}/status`,
    username: id,
  }
}

type ReaderRow = {
  id: Id
  name: string
  placeId: Id
  adapter: string
  mapping: unknown
  silentMinutes: number | null
}

async function readerForUpdate(tx: Db, actor: Actor, id: Id): Promise<ReaderRow> {
  const { rows } =
    await sql<ReaderRow>`select readers.id, readers.name, readers.place_id as "placeId", adapter, mapping,
      silent_minutes as "silentMinutes"
    from readers join places on places.id = readers.place_id
    where readers.id = ${id} and ${isShown(actor)} for update of readers`.execute(tx)
  return found(rows[0], 'reader-not-found')
}

/** The reader's fields of a ledger entry. */
const lineAbout = ({ id, name, placeId }: Pick<ReaderRow, 'id' | 'name' | 'placeId'>) => ({
  ...{ kind: 'reader' as const, id, place: placeId, name },
})

const refusals = { unique: () => invalid('name', 'reader-name-taken') }

async function makePassword(tx: Db, id: Id) {
  const { secret, hash } = newSecret('atsr_')
  await sql`update readers set credential_hash = ${hash}, credential_made_at = now() where id = ${id}`.execute(
    tx,
  )
  return secret
}

export async function addReader(tx: Db, actor: Actor, config: Config, given: z.output<typeof newReader>) {
  const place = await placeChosen(tx, actor, given.placeId)
  const { name, adapter, mapping, silentMinutes } = given
  const values = {
    ...{ name, adapter, mapping: mapping === null ? null : JSON.stringify(mapping), place_id: place.id },
    ...{ silent_minutes: silentMinutes, created_by: actor.id },
  }
  const insert = tx.insertInto('readers').values(values).returning('id').executeTakeFirstOrThrow()
  const { id } = await refusing(insert, refusals)
  await sql`insert into reader_health (reader_id) values (${id})`.execute(tx)
  const after = { name, adapter, place: await placePathOf(tx, place.id) }
  await record(tx, actor, { action: 'reader.added', ...lineAbout({ id, name, placeId: place.id }), after })
  const password = await makePassword(tx, id)
  return { reader: await readerById(tx, actor, id), addresses: addressesOf(config, id), password }
}

const factsOf = async (tx: Db, { name, adapter, mapping, placeId, silentMinutes }: ReaderRow) => ({
  ...{ name, adapter, mapping, silentMinutes, place: await placePathOf(tx, placeId) },
})

async function fieldsNow(tx: Db, actor: Actor, id: Id) {
  const { name, adapter, mapping, silentMinutes, placeId, placeNames, readPoints } = await readerById(
    tx,
    actor,
    id,
  )
  return {
    ...plainFields({ name, adapter, mapping, silentMinutes }),
    placeId: { value: placeId, text: placeNames.join(' > '), fact: 'place' },
    readPoints: { value: readPoints, fact: 'antennas' },
  }
}

export async function changeReader(tx: Db, actor: Actor, id: Id, change: z.output<typeof readerChange>) {
  const before = await readerForUpdate(tx, actor, id)
  await mustBeVersion(tx, { kind: 'reader', id }, change.version, () => fieldsNow(tx, actor, id))
  const placeId =
    change.placeId === undefined ? before.placeId : (await placeChosen(tx, actor, change.placeId)).id
  const adapter = change.adapter ?? before.adapter
  const mapping = adapter === 'mapped' ? (change.mapping ?? before.mapping) : (change.mapping ?? null)
  if ((adapter === 'mapped') !== (mapping !== null)) throw invalid('mapping', 'reader-mapping-required')
  const silentMinutes = change.silentMinutes === undefined ? before.silentMinutes : change.silentMinutes
  const after = { id, name: change.name ?? before.name, placeId, adapter, mapping, silentMinutes }
  const values = {
    ...{ name: after.name, adapter, mapping: mapping === null ? null : JSON.stringify(mapping) },
    ...{ place_id: placeId, silent_minutes: silentMinutes },
  }
  await refusing(tx.updateTable('readers').set(values).where('id', '=', id).execute(), refusals)
  if (placeId !== before.placeId) await dropPointsOutside(tx, id, placeId)
  const changes = difference(await factsOf(tx, before), await factsOf(tx, after))
  const fromPlace = placeId === before.placeId ? null : before.placeId
  const reader = await readerById(tx, actor, id)
  const { version } = reader
  if (changes !== undefined)
    await record(tx, actor, { action: 'reader.changed', ...lineAbout(after), fromPlace, version, ...changes })
  return reader
}

/** True for a place that is the given one or below it; `places` is its row. */
const lies = (placeId: Id) => sql`place_holds(${placeId}::uuid, places)`

const dropPointsOutside = (tx: Db, id: Id, placeId: Id) =>
  sql`delete from read_points using places
    where read_points.reader_id = ${id} and places.id = read_points.place_id and not ${lies(placeId)}`.execute(
    tx,
  )

export async function removeReader(tx: Db, actor: Actor, id: Id) {
  const reader = await readerForUpdate(tx, actor, id)
  await sql`delete from read_points where reader_id = ${id}`.execute(tx)
  await sql`update readers set removed_at = now(), credential_hash = null where id = ${id}`.execute(tx)
  await record(tx, actor, { action: 'reader.removed', ...lineAbout(reader), before: { name: reader.name } })
  return { message: 'Removed' }
}

export async function rotateCredentials(tx: Db, actor: Actor, config: Config, id: Id) {
  const reader = await readerForUpdate(tx, actor, id)
  const password = await makePassword(tx, id)
  await record(tx, actor, {
    action: 'reader.credentials-made',
    ...lineAbout(reader),
    after: { name: reader.name },
  })
  return { reader: await readerById(tx, actor, id), addresses: addressesOf(config, id), password }
}

export async function revokeCredentials(tx: Db, actor: Actor, id: Id) {
  const reader = await readerForUpdate(tx, actor, id)
  await sql`update readers set credential_hash = null where id = ${id}`.execute(tx)
  await record(tx, actor, {
    action: 'reader.credentials-revoked',
    ...lineAbout(reader),
    after: { name: reader.name },
  })
  return readerById(tx, actor, id)
}

type Points = z.output<typeof readPointList>

export async function setReadPoints(tx: Db, actor: Actor, id: Id, { readPoints: points, version }: Points) {
  const reader = await readerForUpdate(tx, actor, id)
  await mustBeVersion(tx, { kind: 'reader', id }, version, () => fieldsNow(tx, actor, id))
  const places = [...new Set(points.map(({ placeId }) => placeId))]
  const { rows } = await sql<{ id: Id }>`select places.id from places
    where places.id = any(${places}::uuid[]) and ${withinScope(actor, 'places')} and ${lies(reader.placeId)}`.execute(
    tx,
  )
  if (rows.length < places.length)
    throw new Problem(
      'reader-point-outside',
      {},
      { fields: { readPoints: { code: 'reader-point-outside' } } },
    )
  await sql`delete from read_points where reader_id = ${id}`.execute(tx)
  const values = points.map(({ antenna, placeId, kind, minRssi, ...given }) => {
    const { minReads, windowSeconds, goneSeconds } = {
      ...standardSmoothing[kind],
      ...withoutUndefined(given),
    }
    return {
      ...{ reader_id: id, antenna, place_id: placeId, kind, min_rssi: minRssi, min_reads: minReads },
      ...{ window_seconds: windowSeconds, gone_seconds: goneSeconds },
    }
  })
  if (values.length > 0) await tx.insertInto('read_points').values(values).execute()
  await raiseVersion(tx, 'readers', id)
  const after = { antennas: points.map(({ antenna }) => antenna).join(', ') }
  const changed = await readerById(tx, actor, id)
  await record(tx, actor, {
    action: 'reader.read-points-changed',
    ...lineAbout(reader),
    version: changed.version,
    after,
  })
  return changed
}

const withoutUndefined = <T extends object>(from: T) =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
