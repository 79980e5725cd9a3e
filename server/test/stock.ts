import { randomBytes, randomUUID } from 'node:crypto'
import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { type MasterKind, masters } from '@ats/contract/masters.ts'
import type { Person, TestApp } from './app.ts'

const administrators = new WeakMap<object, Promise<Person>>()

/** A person with every permission in every place, one for each server. */
export function administratorOf(t: TestApp): Promise<Person> {
  const known = administrators.get(t.app) ?? t.person({ role: 'Admin', city: 'Pune', name: 'Stock Keeper' })
  administrators.set(t.app, known)
  return known
}

/** A unique tag; its first byte is not a GS1 header. */
export const freshTag = () => `E2${randomBytes(11).toString('hex')}`.toUpperCase()

export async function placed(
  t: TestApp,
  kind: MasterKind,
  parentId: string,
  name = `${kind} ${randomUUID()}`,
) {
  const { body, text } = await t.call(await administratorOf(t), masters.create, {
    params: { kind },
    body: { name, parentId },
  })
  if (body.id === undefined) throw new Error(text)
  return body.id
}

/** One place of each kind, one below the other, in a city. */
export async function siteIn(t: TestApp, city: string) {
  const cityId = await t.cityId(city)
  const mm = await placed(t, 'mm', cityId)
  const property = await placed(t, 'property', mm)
  const aou = await placed(t, 'aou', property)
  const room = await placed(t, 'room', aou)
  return { city: cityId, mm, property, aou, room }
}

type Given = Partial<Record<string, string>>

/** An asset in Indore, unless another place is given. */
export async function stocked(t: TestApp, given: Given = {}, as?: Person): Promise<Asset> {
  const body = { rfidTag: freshTag(), assetName: 'Chair', location: 'indore', ...given }
  const answer = await t.call(as ?? (await administratorOf(t)), assets.register, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.asset
}

export async function binned(t: TestApp, given: Given = {}): Promise<Asset> {
  const asset = await stocked(t, given)
  await t.call(await administratorOf(t), assets.remove, { params: { id: asset._id } })
  return asset
}

/** The ledger entries of a record, oldest first. */
export const ledgerOf = (t: TestApp, id: string) =>
  t.db
    .selectFrom('events')
    .select(['action', 'record_kind as kind', 'actor_id as actor', 'before', 'after'])
    .where('record_id', '=', id)
    .orderBy('id')
    .execute()

/** From now on PostgreSQL detects deadlocks after 20 ms instead of a second. */
export const noticeDeadlocksAtOnce = (t: TestApp) =>
  t.asOwner(
    `do $$ begin execute format('alter database %I set deadlock_timeout = ''20ms''', current_database()); end $$`,
  )

export const withHeader = (person: Person, name: string, value: string) => ({
  headers: { ...person.headers, [name]: value },
})
