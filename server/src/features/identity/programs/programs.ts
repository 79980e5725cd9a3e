// Why it is built this way: docs/decisions/064-keys-of-programs.md

import {
  type NewProgram,
  type Program,
  type ProgramChange,
  programPermissions,
} from '@ats/contract/identity/programs.ts'
import { sql } from 'kysely'
import { givePlaces } from '#features/identity/people/users.ts'
import { mustBeGrantable } from '#features/identity/roles/authority.ts'
import { placesChosen } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { type FieldNow, mustBeVersion, plainFields } from '#kernel/db/versions.ts'
import { invalid, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { newSecret } from '#kernel/secrets.ts'
import { keyPrefix } from './key-authentication.ts'
import { programById, programForUpdate } from './program-queries.ts'

const refusals = { users_program_name: () => invalid('name', 'program-name-taken') }

const endingLength = 4

function newKey() {
  const { secret, hash } = newSecret(keyPrefix)
  return { key: secret, hash, ending: secret.slice(-endingLength) }
}

type Rights = Pick<NewProgram, 'permissions' | 'everywhere' | 'places'>

/** Nobody grants a permission or a place that they lack. A program without places would see nothing. */
async function placesGranted(tx: Db, actor: Actor, { permissions, everywhere, places }: Rights) {
  mustBeGrantable(actor, { permissions, everywhere })
  if (everywhere) return []
  if (places.length === 0) throw invalid('places', 'program-places-needed')
  return placesChosen(tx, actor, places)
}

/** An address is a range of one; bits behind the length of a range do not matter. */
const rangesOf = (texts: readonly string[]) =>
  sql`array(select distinct network(text::inet) from unnest(${texts}::text[]) as text order by 1)`

/** What the ledger stores about a program. */
const facts = ({ name, permissions, everywhere, places, addressRanges, expiresAt }: Program) => ({
  ...{ name, permissions, everywhere, places: places.map((place) => place.path), addressRanges, expiresAt },
})

const fieldsOf = ({ places, ...program }: Program): Record<string, FieldNow> => {
  const { name, permissions, everywhere, addressRanges, expiresAt } = program
  return {
    ...plainFields({ name, permissions, everywhere, addressRanges, expiresAt }),
    places: { value: places.map(({ _id }) => _id), text: places.map(({ path }) => path).join(', ') },
  }
}

export async function createProgram(tx: Db, actor: Actor, given: NewProgram) {
  const { name, permissions, everywhere, addressRanges, expiresAt } = given
  const places = await placesGranted(tx, actor, given)
  const { key, hash, ending } = newKey()
  const { rows } = await refusing(
    sql<{ id: Id }>`insert into users (kind, name, created_by) values ('program', ${name}, ${actor.id})
      returning id`.execute(tx),
    refusals,
  )
  const id = rows[0]?.id ?? ''
  await sql`insert into programs (id, permissions, everywhere, address_ranges, expires_at, key_hash, key_ending)
    values (${id}, ${inOrder(permissions)}::text[], ${everywhere}, ${rangesOf(addressRanges)}, ${expiresAt}, ${hash},
      ${ending})`.execute(tx)
  await givePlaces(tx, id, places)
  const program = await programById(tx, actor, id)
  await record(tx, actor, { action: 'program.created', kind: 'program', id, name, after: facts(program) })
  return { program, key }
}

/** A program that the actor may change; locked until the end of the transaction. */
async function changeable(tx: Db, actor: Actor, id: Id) {
  const program = await programForUpdate(tx, actor, id)
  if (!program.mayChange) throw new Problem('program-beyond-yours')
  if (program.status === 'revoked') throw new Problem('program-revoked')
  return program
}

export async function changeProgram(tx: Db, actor: Actor, id: Id, { version, ...change }: ProgramChange) {
  const before = await changeable(tx, actor, id)
  await mustBeVersion(tx, { kind: 'program', id }, version, () => fieldsOf(before))
  const ids = before.places.map((place) => place._id)
  const { name, permissions, everywhere, addressRanges, expiresAt, ...wanted } = {
    ...{ ...before, places: ids },
    ...withoutUndefined(change),
  }
  const places = await placesGranted(tx, actor, { permissions, everywhere, places: wanted.places })
  await sql`update programs set permissions = ${inOrder(permissions)}::text[], everywhere = ${everywhere},
    address_ranges = ${rangesOf(addressRanges)}, expires_at = ${expiresAt} where id = ${id}`.execute(tx)
  await givePlaces(tx, id, places)
  const changes = difference(facts(before), { ...facts(await programById(tx, actor, id)), name })
  if (changes === undefined) return before
  await refusing(
    sql`update users set name = ${name}, version = version + 1 where id = ${id}`.execute(tx),
    refusals,
  )
  const after = await programById(tx, actor, id)
  await record(tx, actor, {
    ...{ action: 'program.changed', kind: 'program', id, name, version: after.version, ...changes },
  })
  return after
}

/** The present key works on for a while; the one before it stops at once. */
export async function replaceKey(tx: Db, actor: Actor, id: Id, overlapHours: number) {
  const { name } = await changeable(tx, actor, id)
  const { key, hash, ending } = newKey()
  await (overlapHours === 0
    ? sql`update programs set former_hash = null, former_ending = null, former_until = null where id = ${id}`
    : sql`update programs set former_hash = key_hash, former_ending = key_ending,
        former_until = now() + make_interval(hours => ${overlapHours}) where id = ${id}`
  ).execute(tx)
  await sql`update programs set key_hash = ${hash}, key_ending = ${ending}, key_made_at = now()
    where id = ${id}`.execute(tx)
  const after = { name, keyEnding: ending, overlapHours }
  await record(tx, actor, { action: 'program.key-replaced', kind: 'program', id, name, after })
  return { program: await programById(tx, actor, id), key }
}

/** Its jobs stop as well, because their owner is gone. Its name stays in the ledger, and is free for another. */
export async function revokeProgram(tx: Db, actor: Actor, id: Id) {
  const program = await changeable(tx, actor, id)
  await sql`update users set deleted_at = now(), version = version + 1 where id = ${id}`.execute(tx)
  const { name } = program
  await record(tx, actor, { action: 'program.revoked', kind: 'program', id, name, before: facts(program) })
  return programById(tx, actor, id)
}

const inOrder = (held: readonly string[]) => programPermissions.filter((one) => held.includes(one))

const withoutUndefined = <T extends object>(from: T) =>
  Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
