import { setTimeout as wait } from 'node:timers/promises'
import { assets } from '@ats/contract/assets/assets.ts'
import { assetBin } from '@ats/contract/assets/bin.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { hearLive, type LiveEvent, type LiveMessage, live } from '@ats/contract/live.ts'
import { notifications } from '@ats/contract/notifications.ts'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { type Person, testApp } from '#test/app.ts'
import { freshTag, stocked } from '#test/stock.ts'
import { sealedPositions } from './position.ts'

const t = await testApp()
const address = await t.app.listen({ host: '127.0.0.1', port: 0 })

const open = new Set<AbortController>()
afterEach(() => {
  for (const controller of open) controller.abort()
  open.clear()
})

type Told = { id: string; message: LiveMessage }

/** Listens like a browser and keeps all messages. */
async function listenAs(person: Person, lastId?: string) {
  const controller = new AbortController()
  open.add(controller)
  const response = await fetch(`${address}${live.stream.path}`, {
    headers: { ...person.headers, ...(lastId !== undefined && { 'last-event-id': lastId }) },
    signal: controller.signal,
  })
  const told: Told[] = []
  const ended = readAll(response, told)
  await until(() => told.length > 0)
  const events = () => told.flatMap(({ message }) => (message.type === 'events' ? message.events : []))
  return {
    status: response.status,
    told,
    events,
    ended,
    stop: () => controller.abort(),
    lastId: () => told.at(-1)?.id,
  }
}

/** Ends quietly when the test stops it. */
const readAll = (response: Response, told: Told[]) =>
  response.body === null
    ? Promise.resolve()
    : hearLive(response.body, ({ position = '', message }) => told.push({ id: position, message })).catch(
        () => undefined,
      )

async function until(holds: () => boolean) {
  for (let tries = 0; tries < 200 && !holds(); tries += 1) await wait(25)
  expect(holds()).toBe(true)
}

const about = (events: LiveEvent[], record: string) => events.filter((event) => event.record === record)

test('a move is heard of in both places', async () => {
  const [indore, mumbai, delhi] = [
    await listenAs(await t.person({ city: 'Indore' })),
    await listenAs(await t.person({ city: 'Mumbai' })),
    await listenAs(await t.person({ city: 'Delhi' })),
  ]
  const { _id: id } = await stocked(t)
  await t.call(await t.person({ role: 'Admin' }), assets.update, {
    params: { id },
    body: { location: 'mumbai' },
  })
  await until(() => about(indore.events(), id).length === 2 && about(mumbai.events(), id).length === 1)
  expect(about(indore.events(), id)[1]).toMatchObject({ action: 'asset.changed' })
  expect(about(delhi.events(), id)).toEqual([])
})

test('a change reaches those who may know of it, and nobody else', async () => {
  const indore = await listenAs(await t.person({ city: 'Indore' }))
  const mumbai = await listenAs(await t.person({ city: 'Mumbai' }))
  const admin = await t.person({ role: 'Admin' })
  const everywhere = await listenAs(admin)
  const clerk = await listenAs(await t.person({ role: 'User Management', city: 'Indore' }))
  const body = { rfidTag: freshTag(), assetName: 'Chair', location: 'indore' }
  const { asset } = (await t.call(admin, assets.register, { body })).body
  await until(
    () => about(everywhere.events(), asset._id).length > 0 && about(indore.events(), asset._id).length > 0,
  )
  expect(about(everywhere.events(), asset._id)).toMatchObject([{ action: 'asset.registered', mine: true }])
  expect(about(indore.events(), asset._id)).toMatchObject([{ kind: 'asset', mine: false }])
  expect(about(indore.events(), asset._id)[0]).not.toHaveProperty('request')
  const { asset: later } = (
    await t.call(admin, assets.register, { body: { ...body, rfidTag: freshTag(), location: 'mumbai' } })
  ).body
  await until(() => about(mumbai.events(), later._id).length > 0)
  expect(about(mumbai.events(), asset._id)).toEqual([])
  expect(about(indore.events(), later._id)).toEqual([])
  expect(clerk.events().filter(({ kind }) => kind === 'asset')).toEqual([])
})

test('someone with Reports alone hears of the bin, as far as their city goes', async () => {
  await t.db
    .insertInto('roles')
    .values({ name: 'Auditor', permissions: ['reports'] })
    .execute()
  const auditor = await listenAs(await t.person({ role: 'Auditor', city: 'Indore' }))
  const elsewhere = await listenAs(await t.person({ role: 'Auditor', city: 'Mumbai' }))
  const admin = await t.person({ role: 'Admin' })
  const { _id: id } = await stocked(t)
  await t.call(admin, assets.remove, { params: { id } })
  await t.call(admin, assetBin.restore, { body: { ids: [id] } })
  const binned = () => about(auditor.events(), id).map(({ action }) => action)
  await until(() => binned().length === 3)
  expect(binned()).toEqual(['asset.registered', 'asset.deleted', 'asset.restored'])
  expect(about(elsewhere.events(), id)).toEqual([])
})

test('who resumes is told what was missed, once, even what was written first and appeared last', async () => {
  const admin = await t.person({ role: 'Admin' })
  const before = await listenAs(admin)
  const early = await stocked(t)
  await until(() => about(before.events(), early._id).length > 0)

  const { promise: release, resolve } = Promise.withResolvers<void>()
  const [slow, quick] = [crypto.randomUUID(), crypto.randomUUID()]
  const written = Promise.withResolvers<void>()
  const line = (record: string) => sql`insert into events (action, record_kind, record_id, request_id)
    values ('brand.created', 'brand', ${record}, 'test')`
  const lateWriter = t.db.transaction().execute(async (tx) => {
    await line(slow).execute(tx)
    written.resolve()
    await release
  })
  await written.promise
  await line(quick).execute(t.db)
  await until(() => about(before.events(), quick).length > 0)
  before.stop()
  resolve()
  await lateWriter

  const after = await listenAs(admin, before.lastId())
  await until(() => about(after.events(), slow).length > 0)
  const missed = await stocked(t)
  await until(() => about(after.events(), missed._id).length > 0)
  expect(about(after.events(), slow)).toHaveLength(1)
  expect(about(after.events(), quick)).toEqual([])
  expect(about(after.events(), early._id)).toEqual([])
})

test('a position that was not handed out here is answered with a fresh start', async () => {
  const admin = await t.person({ role: 'Admin' })
  const { seal } = sealedPositions(t.config.secret)
  const ofAnother = sealedPositions('another secret').seal('3:3:')
  const fromTheFuture = seal('900000000000:900000000000:')
  for (const strange of ['nonsense', '3:3:', '3:3:.1.', ofAnother, seal('5:3:'), fromTheFuture]) {
    const stream = await listenAs(admin, strange)
    await until(() => stream.told.length > 1)
    expect(stream.told.map(({ message }) => message.type)).toEqual(['reset', 'beat'])
  }
})

test('more than anyone reads line by line is told as one thing', async () => {
  const admin = await t.person({ role: 'Admin' })
  const stream = await listenAs(admin)
  await sql`insert into events (action, record_kind, record_id, request_id)
    select 'brand.created', 'brand', uuidv7(), 'test' from generate_series(1, 2500)`.execute(t.db)
  await until(() => stream.told.some(({ message }) => message.type === 'reset'))
  expect(stream.events().filter(({ kind }) => kind === 'brand')).toEqual([])
})

test('the stream ends with the session', async () => {
  const person = await t.person()
  const stream = await listenAs(person)
  await t.call(person, sessions.logout)
  await stream.ended
  const answer = await fetch(`${address}${live.stream.path}`, { headers: person.headers })
  expect(answer.status).toBe(401)
})

test('a role that is taken away is felt at once', async () => {
  const person = await t.person({ city: 'Indore' })
  const stream = await listenAs(person)
  const role = await t.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'User Management')
    .executeTakeFirstOrThrow()
  await t.db.updateTable('users').set({ role_id: role.id }).where('id', '=', person.id).execute()
  await sql`insert into events (action, record_kind, record_id, request_id)
    values ('user.changed', 'user', ${person.id}, 'test')`.execute(t.db)
  await wait(300)
  const unseen = await stocked(t)
  const brand = crypto.randomUUID()
  await sql`insert into events (action, record_kind, record_id, request_id)
    values ('brand.created', 'brand', ${brand}, 'test')`.execute(t.db)
  await until(() => about(stream.events(), brand).length > 0)
  expect(about(stream.events(), unseen._id)).toEqual([])
})

test('somebody is told that there are notifications for them', async () => {
  const [one, other] = [await t.person(), await t.person()]
  const [first, second] = [await listenAs(one), await listenAs(other)]
  await sql`select pg_notify('notifications', ${`${one.id},${crypto.randomUUID()}`})`.execute(t.db)
  await until(() => first.told.some(({ message }) => message.type === 'notifications'))
  expect(second.told.some(({ message }) => message.type === 'notifications')).toBe(false)
})

test('what somebody does names the call that did it to them, so that only the tab that made it knows it already', async () => {
  const admin = await t.person({ role: 'Admin' })
  const stream = await listenAs(admin)
  const body = { rfidTag: freshTag(), assetName: 'Chair', location: 'indore' }
  const { body: reply, headers } = await t.call(admin, assets.register, { body })
  await until(() => about(stream.events(), reply.asset._id).length > 0)
  expect(about(stream.events(), reply.asset._id)).toMatchObject([
    { mine: true, request: headers['x-request-id'] },
  ])
})

test('what somebody reads in one place is told to all their others', async () => {
  const [one, other] = [await t.person(), await t.person()]
  const [first, second] = [await listenAs(one), await listenAs(other)]
  await t.call(one, notifications.readAll, { body: { upTo: 1 } })
  await until(() => first.told.some(({ message }) => message.type === 'notifications'))
  expect(second.told.some(({ message }) => message.type === 'notifications')).toBe(false)
})

test('a listener that was cut off comes back', async () => {
  const admin = await t.person({ role: 'Admin' })
  const stream = await listenAs(admin)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'ats listener' and datname = current_database()`.execute(t.db)
  const asset = await stocked(t)
  await until(() => about(stream.events(), asset._id).length > 0)
})

test('a length that is none is refused', async () => {
  const { status, body } = await t.call(await t.person(), live.stream, { query: { seconds: 'long' } })
  expect(status).toBe(400)
  expect(body.fields).toHaveProperty('seconds')
})
