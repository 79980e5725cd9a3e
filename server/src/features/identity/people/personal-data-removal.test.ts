import { randomUUID } from 'node:crypto'
import { assets } from '@ats/contract/assets/assets.ts'
import { assetBulk } from '@ats/contract/assets/bulk.ts'
import { audit } from '@ats/contract/audit.ts'
import { bulkJobs } from '@ats/contract/bulk-jobs.ts'
import { help } from '@ats/contract/help.ts'
import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { users } from '@ats/contract/identity/users.ts'
import { views } from '@ats/contract/views.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { splitIntoMonths } from '#kernel/db/split.ts'
import { jobHandlers } from '#server/app.ts'
import { type Person, testApp } from '#test/app.ts'
import { countingIn, step, sweep } from '#test/inventories.ts'
import { png } from '#test/pictures.ts'
import { signIn } from '#test/sign-in.ts'
import { requested } from '#test/state-changes.ts'
import { administratorOf, ledgerOf, stocked } from '#test/stock.ts'

const t = await testApp()
const { call, person, db } = t
const admin = await administratorOf(t)
const second = await person({ role: 'Admin', name: 'Another Administrator' })
const run = jobHandlers(t).bulk
const never = new AbortController().signal

const remove = (id: string, as: Person | null = admin) =>
  call(as, users.removePersonalData, { params: { id } })
const finish = async (id: string, as = admin) => {
  const { status, body } = await remove(id, as)
  expect(status).toBe(202)
  await run(body.job._id, never)
  return (await call(as, bulkJobs.get, { params: { id: body.job._id } })).body
}
const labelOf = async (id: string) => {
  const query = db.selectFrom('users').select('number').where('id', '=', id)
  return `Former person ${(await query.executeTakeFirstOrThrow()).number}`
}

/** Every column of every table that can hold text and contains one of these. */
async function found(...sought: string[]) {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'staging', 'jobs') and table_type = 'BASE TABLE'
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`.execute(db)
  const places: string[] = []
  for (const { schema, table, column } of columns) {
    const { rows } = await sql`select from ${sql.table(`${schema}.${table}`)}
      where ${sql.ref(column)}::text ilike any(${sought.map((one) => `%${one}%`)}) limit 1`.execute(db)
    if (rows.length > 0) places.push(`${table}.${column}`)
  }
  return places
}

let made = 0
/** A person with a first and a last name that nobody else has. */
async function newcomer({ role = 'Sub User', city = 'Indore' } = {}) {
  made += 1
  const [name, lastname] = [`Meenakshi${made}`, 'Sundaram-Iyer']
  const one = await person({ role, city, name })
  const body = { lastname, email: `meenakshi${made}@example.org`, jobTitle: `Head of Meenakshi${made}` }
  await call(admin, users.update, { params: { id: one.id }, body })
  return { ...one, ...body, name, fullName: `${name} ${lastname}`, formerEmail: one.email }
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>

/** Leaves the names of a person wherever the product stores them. */
async function leaveTraces(one: Newcomer) {
  const { fullName, email, name } = one
  await call(one, users.setMyPicture, { image: await png() })
  const assigned = await stocked(t, { assignedUser: fullName })
  const byText = await stocked(t)
  const body = { ids: [byText._id], action: 'assign', assignedUser: fullName }
  await call(admin, assetBulk.change, { body })
  const { asset } = await requested(t, { reason: `It broke.\n${fullName}` }, one)
  await call(one, help.create, { body: { subject: `For ${fullName}`, text: `Write to ${email}` } })
  const filter = { search: fullName }
  await call(one, views.create, { body: { name: `Of ${fullName}`, list: 'assets', filter } })
  await call(admin, views.create, { body: { name: `Of ${fullName}`, list: 'assets', filter } })
  await signIn(t.app, email, { password: 'Wrong-Lamp-77', address: '10.1.2.3' })
  const { id, placeId } = await countingIn(t, { people: [one.id] })
  await sweep(t, one, id, { placeId, reads: ['E200'], device: `Phone of ${name}` })
  await step(t, id, 'review')
  await step(t, id, 'approve', second)
  await sql`insert into exports (user_id, list, format, filter, columns, status, file)
    values (${admin.id}, 'users', 'xlsx', ${JSON.stringify(filter)}, '{name}', 'ready', 'x.xlsx')`.execute(db)
  await sql`insert into idempotency_keys (user_id, key, request_hash, body)
    values (${admin.id}, ${randomUUID()}, '\\x00', ${JSON.stringify({ user: fullName })})`.execute(db)
  return { assigned, byText, asset, inventory: id }
}

test('nothing in the whole database names the person afterwards, and the ledger still counts', async () => {
  await call(null, accessRequests.create, {
    body: {
      name: 'Meenakshi',
      email: 'meenakshi1@example.org',
      password: 'Brass-Lamp-77',
      location: 'indore',
    },
  })
  const one = await newcomer()
  const { assigned, asset, inventory } = await leaveTraces(one)
  expect((await found(one.name)).length).toBeGreaterThan(15)
  const before = await db.selectFrom('events').select(['id', 'action', 'at']).orderBy('id').execute()

  const job = await finish(one.id)
  // The process stores events of the security feed later.
  await t.security.flush()
  const label = await labelOf(one.id)
  expect(job).toMatchObject({ status: 'done', failed: 0, subject: label })
  expect(await found('Meenakshi', one.email, one.formerEmail, 'Sundaram', '10.1.2.3')).toEqual([])

  const after = await db.selectFrom('events').select(['id', 'action', 'at']).orderBy('id').execute()
  expect(after.slice(0, before.length)).toEqual(before)
  const lines = await ledgerOf(t, one.id)
  expect(lines.find(({ action }) => action === 'user.created')?.after).toMatchObject({
    name: label,
    email: label,
    role: 'sub user',
  })
  expect(lines.at(-1)).toEqual({
    ...{ action: 'user.personal-data-removed', kind: 'user', actor: admin.id, before: null, after: null },
  })
  expect((await ledgerOf(t, assigned._id))[0]?.after).toMatchObject({
    assignedUser: label,
    assignedUserId: one.id,
  })
  expect((await ledgerOf(t, inventory))[0]?.after).toMatchObject({ people: [label] })
  expect((await call(admin, assets.get, { params: { id: assigned._id } })).body).toMatchObject({
    assignedUser: { name: label, _id: one.id },
  })
  expect(asset._id).toBeDefined()
})

test('neither login nor search finds the person, and the audit log shows the new name', async () => {
  const one = await newcomer()
  await finish(one.id)
  const label = await labelOf(one.id)
  expect((await signIn(t.app, one.email)).status).toBe(401)
  expect((await call(one, users.list)).status).toBe(401)
  for (const search of [one.fullName, one.email]) {
    expect((await call(admin, users.list, { query: { search } })).body.total).toBe(0)
    expect((await call(admin, audit.list, { query: { search } })).body.events).toEqual([])
  }
  const { body } = await call(admin, audit.list, { query: { search: label } })
  expect(body.events[0]).toMatchObject({ action: 'user.personal-data-removed', recordName: label })
})

test('the picture is deleted at once', async () => {
  const one = await newcomer()
  await call(one, users.setMyPicture, { image: await png() })
  const row = db.selectFrom('users').select('picture').where('id', '=', one.id)
  const picture = (await row.executeTakeFirstOrThrow()).picture ?? ''
  expect(await t.store.get(picture)).toBeDefined()
  await finish(one.id)
  expect(await t.store.get(picture)).toBeUndefined()
})

test('a person who was deleted earlier can be removed later', async () => {
  const one = await newcomer()
  await call(admin, users.remove, { params: { id: one.id } })
  await finish(one.id)
  expect(await found(one.name)).toEqual([])
})

test('a namesake keeps their name in text; what refers to the person is replaced', async () => {
  const one = await newcomer()
  const namesake = await person({ name: one.fullName })
  const own = await stocked(t, { assignedUser: one.email })
  const help1 = await call(namesake, help.create, { body: { subject: 'Mine', text: `I am ${one.fullName}` } })
  await finish(one.id)
  const label = await labelOf(one.id)
  expect((await ledgerOf(t, help1.body._id ?? ''))[0]?.after).toMatchObject({
    message: `I am ${one.fullName}`,
  })
  expect((await call(admin, users.get, { params: { id: namesake.id } })).body.name).toBe(one.fullName)
  expect(own.assignedUser?._id).toBe(one.id)
  expect((await ledgerOf(t, own._id))[0]?.after).toMatchObject({ assignedUser: label })
})

test('a worker that is stopped in the middle is continued by another, and nothing is done twice', async () => {
  const one = await newcomer()
  await leaveTraces(one)
  const { body } = await remove(one.id)
  const stop = new AbortController()
  const running = run(body.job._id, stop.signal).catch(() => undefined)
  const now = async () => (await call(admin, bulkJobs.get, { params: { id: body.job._id } })).body
  await expect.poll(async () => (await now()).done, { interval: 2, timeout: 20_000 }).toBeGreaterThan(2)
  stop.abort()
  await running
  const { done, total, status } = await now()
  expect([status, done < (total ?? 0)]).toEqual(['running', true])
  await run(body.job._id, never)
  expect(await now()).toMatchObject({ status: 'done', done: total, failed: 0 })
  expect(await found(one.name, one.email)).toEqual([])
})

test('a ledger that is being split into months keeps no name in its copies', async () => {
  const one = await newcomer()
  const after = JSON.stringify({ assignedUser: one.fullName })
  await sql`insert into events (at, action, record_kind, record_id, request_id, after)
    select now() - n * interval '1 month', 'asset.changed', 'asset', uuidv7(), 'split', ${after}::jsonb
    from generate_series(1, 4) as n`.execute(db)
  const copied = sql<{ left: number }>`select split_step('events', 1000),
    (select count(*) from partition_splits where not is_copied) as left`
  await copied.execute(db)
  while (((await copied.execute(db)).rows[0]?.left ?? 0) > 0);
  await finish(one.id)
  await splitIntoMonths({ db, log: { info: () => undefined } })
  expect(await found(one.name)).toEqual([])
  const { rows } = await sql`select from events where request_id = 'split'`.execute(db)
  expect(rows).toHaveLength(4)
})

test('a removal that failed is continued by the same request', async () => {
  const one = await newcomer()
  const { body } = await remove(one.id)
  await sql`update bulk_jobs set status = 'failed', finished_at = now() where id = ${body.job._id}`.execute(
    db,
  )
  expect(await finish(one.id, second)).toMatchObject({ status: 'done' })
  expect(await found(one.name)).toEqual([])
})

test('it cannot be stopped', async () => {
  const one = await newcomer()
  const { body } = await remove(one.id)
  const stopped = await call(admin, bulkJobs.cancel, { params: { id: body.job._id } })
  expect([stopped.status, stopped.body.code]).toEqual([409, 'removal-not-stoppable'])
  await run(body.job._id, never)
})

test('of two administrators at once, one removes and the other gets an error', async () => {
  const one = await newcomer()
  const both = await Promise.all([remove(one.id), remove(one.id, second)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409])
  const [winner] = both.filter(({ status }) => status === 202)
  expect((await remove(one.id)).body.code).toBe('personal-data-being-removed')
  await run(winner?.body.job._id ?? '', never)
  const again = await remove(one.id)
  expect([again.status, again.body.code]).toEqual([409, 'personal-data-removed'])
})

test('nobody removes themselves or a person with more rights', async () => {
  expect((await remove(admin.id)).body.code).toBe('own-deletion')
  const manager = await person({ role: 'User Management' })
  const above = await remove(second.id, manager)
  expect([403, 404]).toContain(above.status)
})

test('without a session, the permission or the place it does nothing', async () => {
  const one = await newcomer()
  const elsewhere = await person({ role: 'User Management', city: 'Mumbai' })
  expect((await remove(one.id, null)).status).toBe(401)
  expect((await remove(one.id, await person())).status).toBe(403)
  expect((await remove(one.id, elsewhere)).status).toBe(404)
  expect((await remove(randomUUID())).status).toBe(404)
  expect((await remove('nobody')).status).toBe(400)
  expect((await call(admin, users.get, { params: { id: one.id } })).body.email).toBe(one.email)
})

test.each([
  `update personal_data_removals set pattern = '.'`,
  `insert into personal_texts (table_name, columns, source) values ('users', '{name}', 'users')`,
  `set ats.removing_personal_data = 'yes'; update events set after = null`,
])('the program cannot widen it: %s', async (statement) => {
  await expect(sql.raw(statement).execute(db)).rejects.toMatchObject({ code: '42501' })
})

test('the names of an account that is not deleted cannot be replaced', async () => {
  const one = await newcomer()
  const begin = sql`select begin_personal_data_removal(${one.id}, ${admin.id}, 'x')`.execute(db)
  await expect(begin).rejects.toMatchObject({ code: '23001' })
})
