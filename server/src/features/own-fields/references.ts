import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import {
  keyOfOwnFact,
  type OwnFieldType,
  type OwnValues,
  type OwnValuesInput,
} from '@ats/contract/own-fields/types.ts'
import { sql } from 'kysely'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { personInScope, withinScope } from '#kernel/scope.ts'
import type { References } from './values.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The distinct texts among values of fields of one type. */
function textsOfType(
  fields: readonly OwnField[],
  type: OwnFieldType,
  rows: readonly (OwnValues | OwnValuesInput)[],
) {
  const keys = fields.flatMap((field) => (field.type === type ? [field.key] : []))
  const texts = rows.flatMap((row) => keys.map((key) => row[key]))
  return [...new Set(texts.filter((text) => typeof text === 'string').map((text) => text.trim()))]
}

/**
 * The people and places in scope that values refer to. The places are locked until the end of the transaction, so that
 * none is deleted before the values are stored.
 */
export async function referencesIn(
  tx: Db,
  actor: Actor,
  fields: readonly OwnField[],
  inputs: readonly OwnValuesInput[],
): Promise<References> {
  const people = textsOfType(fields, 'person', inputs).filter((text) => text !== '' && !text.includes('\0'))
  const places = textsOfType(fields, 'place', inputs).filter((text) => uuid.test(text))
  return {
    people: people.length === 0 ? new Map() : await peopleNamed(tx, actor, people),
    places: new Set(places.length === 0 ? [] : await placesAmong(tx, actor, places)),
  }
}

async function peopleNamed(tx: Db, actor: Actor, texts: readonly string[]) {
  const { rows } = await sql<{ given: string; id: Id }>`select given, min(users.id::text) as id
    from unnest(${texts}::text[]) as given join users on users.deleted_at is null and ${personInScope(actor)}
      and (lower(users.email) = lower(given) or users.id::text = lower(given) or lower(users.full_name) = lower(given))
    group by given having count(*) = 1 order by given limit ${sql.lit(texts.length)}`.execute(tx)
  return new Map(rows.map(({ given, id }) => [given, id]))
}

async function placesAmong(tx: Db, actor: Actor, ids: readonly Id[]) {
  const places = tx
    .selectFrom('places')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where(withinScope(actor, 'places'))
  const rows = await places.orderBy('id').limit(ids.length).forKeyShare().execute()
  return rows.map(({ id }) => id)
}

/** The names behind people and places among values, by their ids; places out of scope have none. */
export async function namesBehind(
  db: Db,
  actor: Actor,
  fields: readonly OwnField[],
  rows: readonly OwnValues[],
): Promise<ReadonlyMap<Id, string>> {
  const [people, places] = [textsOfType(fields, 'person', rows), textsOfType(fields, 'place', rows)]
  if (people.length + places.length === 0) return new Map()
  const named = await sql<{ id: Id; name: string }>`
    select id, full_name as name from users where id = any(${people}::uuid[])
    union all
    select id, ${placePath} from places where id = any(${places}::uuid[]) and ${withinScope(actor, 'places')}
    order by id limit ${sql.lit(people.length + places.length)}`.execute(db)
  return new Map(named.rows.map(({ id, name }) => [id, name]))
}

type Entry = { before: object | null; after: object | null }

/** The names behind people and places in the facts of ledger entries, by their ids. */
export async function namesInEntries(
  db: Db,
  actor: Actor,
  fields: readonly OwnField[],
  entries: readonly Entry[],
): Promise<Record<Id, string>> {
  if (fields.length === 0) return {}
  const values = entries
    .flatMap(({ before, after }) => [before, after])
    .filter((facts) => facts !== null)
    .map((facts) =>
      Object.fromEntries(Object.entries(facts).map(([fact, value]) => [keyOfOwnFact(fact) ?? '', value])),
    )
  return Object.fromEntries(await namesBehind(db, actor, fields, values))
}
