import { audit } from '@ats/contract/audit.ts'
import { help } from '@ats/contract/help.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { beginNotifying, writeNotifications } from '#features/notifications/notifier.ts'
import { type Person, testApp } from '#test/app.ts'
import { helpRequestOf } from '#test/help.ts'
import { givePlaces } from '#test/limited-people.ts'
import { toldTo } from '#test/news.ts'
import { administratorOf, siteIn } from '#test/stock.ts'

const t = await testApp()
await beginNotifying(t.db)
const { call, person } = t
const [indore, mumbai] = [await siteIn(t, 'Indore'), await siteIn(t, 'Mumbai')]
const admin = await administratorOf(t)
const asker = await person({ role: 'Sub User', city: 'Indore', name: 'Farah' })
const manager = await person({ role: 'User Management', city: 'Indore', name: 'Meera' })

async function limited(role: string, city: string, ...places: string[]) {
  const someone = await person({ role, city })
  await givePlaces(t, someone, places)
  return someone
}

const get = async (as: Person, id: string) => (await call(as, help.get, { params: { id } })).body
const write = (as: Person, id: string, text = 'Please try again') =>
  call(as, help.write, { params: { id }, body: { text } })
const close = (as: Person, id: string) => call(as, help.close, { params: { id } })
const reopen = (as: Person, id: string, text = 'It is back') =>
  call(as, help.reopen, { params: { id }, body: { text } })
const waitingFor = async (as: Person) =>
  (await call(as, help.ofOthers, { query: { size: '500' } })).body.helpRequests.map(({ _id }) => _id)
const newsOf = async (as: Person, id: string) => {
  await writeNotifications(t)
  const all = await toldTo(t, as)
  return all
    .filter(({ recordId }) => recordId === id)
    .map(({ action, user, detail }) => [action, user, detail])
}

test('a request is answered, closed and reopened, and the conversation is kept', async () => {
  const id = await helpRequestOf(t, asker, { subject: '  No beep ', text: 'Nothing\nhappens' })
  expect(await get(asker, id)).toMatchObject({
    ...{ subject: 'No beep', status: 'waiting', askedBy: 'Farah', isMine: true, image: null },
    messages: [{ step: 'written', text: 'Nothing\nhappens', writtenBy: 'Farah', isMine: true }],
  })
  expect((await write(manager, id)).body.status).toBe('answered')
  expect((await write(asker, id, 'No')).body.status).toBe('waiting')
  expect((await close(manager, id)).body.status).toBe('closed')
  expect((await write(asker, id)).body.code).toBe('help-request-closed')
  expect((await close(asker, id)).body.messages).toHaveLength(4)
  expect((await reopen(asker, id)).body).toMatchObject({ status: 'waiting', isMine: true })
  expect((await reopen(asker, id)).body.code).toBe('help-request-open')
  expect(
    (await get(manager, id)).messages.map(({ step, writtenBy, text }) => [step, writtenBy, text]),
  ).toEqual([
    ['written', 'Farah', 'Nothing\nhappens'],
    ['written', 'Meera', 'Please try again'],
    ['written', 'Farah', 'No'],
    ['closed', 'Meera', null],
    ['reopened', 'Farah', 'It is back'],
  ])
})

test('who manages the asker is told of it, and the asker of the answer; nobody of what they did themselves', async () => {
  const id = await helpRequestOf(t, asker)
  await write(manager, id)
  await write(asker, id, 'No')
  await close(manager, id)
  await reopen(asker, id)
  const opened = ['help-request.opened', 'Farah', 'I scan it and nothing happens.']
  const answered = ['help-request.answered', 'Meera', 'Please try again']
  const asked = [
    ['help-request.reopened', 'Farah', 'It is back'],
    ['help-request.continued', 'Farah', 'No'],
    opened,
  ]
  expect(await newsOf(manager, id)).toEqual(asked)
  expect(await newsOf(admin, id)).toEqual(asked)
  expect(await newsOf(asker, id)).toEqual([['help-request.closed', 'Meera', null], answered])
  for (const someone of [
    await person({ role: 'User Management', city: 'Mumbai' }),
    await person({ role: 'User', city: 'Indore' }),
    await limited('User Management', 'Indore', indore.property),
  ])
    expect(await newsOf(someone, id)).toEqual([])
})

test('a manager of a property hears of those who have no more than it, until they have', async () => {
  const ofProperty = await limited('User Management', 'Mumbai', indore.property)
  const ofRoom = await limited('Sub User', 'Delhi', indore.room)
  const ofTwo = await limited('Sub User', 'Delhi', indore.room, mumbai.room)
  const [near, far] = [await helpRequestOf(t, ofRoom), await helpRequestOf(t, ofTwo)]
  expect(await newsOf(ofProperty, near)).toHaveLength(1)
  expect(await newsOf(ofProperty, far)).toEqual([])
  expect(await waitingFor(ofProperty)).toEqual([near])
  expect((await write(ofProperty, near)).status).toBe(200)
  await givePlaces(t, ofRoom, [indore.room, mumbai.room])
  expect(await newsOf(ofProperty, near)).toEqual([])
  expect((await call(ofProperty, help.get, { params: { id: near } })).status).toBe(404)
})

test('own requests are listed newest first, what waits oldest first and without own ones', async () => {
  const someone = await person({ role: 'User Management', city: 'Pune' })
  const neighbour = await person({ role: 'Sub User', city: 'Pune' })
  const own = [await helpRequestOf(t, someone), await helpRequestOf(t, someone)]
  const theirs = [await helpRequestOf(t, neighbour), await helpRequestOf(t, neighbour)]
  const { body } = await call(someone, help.mine)
  expect([body.helpRequests.map(({ _id }) => _id), body.total]).toEqual([own.toReversed(), 2])
  expect(await waitingFor(someone)).toEqual(theirs)
  await close(neighbour, theirs[0] ?? '')
  expect(await waitingFor(someone)).toEqual(theirs.slice(1))
  const closed = await call(someone, help.ofOthers, { query: { status: 'closed' } })
  expect(closed.body.helpRequests.map(({ _id }) => _id)).toEqual(theirs.slice(0, 1))
  const first = await call(someone, help.mine, { query: { size: '1' } })
  const second = await call(someone, help.mine, { query: { size: '1', cursor: first.body.next ?? '' } })
  expect(second.body.helpRequests.map(({ _id }) => _id)).toEqual(own.slice(0, 1))
})

test('a screenshot is drawn anew, and seen by those who see the request', async () => {
  const colours = { width: 40, height: 30, channels: 3, background: '#c02040' } as const
  const image = await sharp({ create: colours }).png().toBuffer()
  const body = { subject: 'See', text: 'the picture' }
  const { body: made } = await call(asker, help.create, { body, image })
  const params = { id: made._id }
  expect(made.image).toContain(`/api/v1/help-requests/${made._id}/image?v=`)
  const { status, headers } = await call(manager, help.image, { params })
  expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
  const neighbour = await person({ role: 'User', city: 'Indore' })
  expect((await call(neighbour, help.image, { params })).status).toBe(404)
  const wrong = await call(asker, help.create, { body, image: Buffer.from('no picture') })
  expect([wrong.status, wrong.body.fieldCodes?.image?.code]).toEqual([400, 'image-unreadable'])
})

test.each([
  ['without a subject', { subject: ' ' }, 'subject', 'help-subject-required'],
  ['without a text', { text: '' }, 'text', 'help-text-required'],
  ['with a subject that is too long', { subject: 'x'.repeat(201) }, 'subject', 'text-too-long'],
  ['with a text that is too long', { text: 'x'.repeat(4001) }, 'text', 'text-too-long'],
])('a request %s is refused', async (_name, wrong, field, code) => {
  const body = { subject: 'A', text: 'B', ...wrong }
  const answer = await call(asker, help.create, { body })
  expect([answer.status, answer.body.fieldCodes?.[field]?.code]).toEqual([400, code])
})

test('the ledger has a line for each step, in the city of the asker', async () => {
  const id = await helpRequestOf(t, asker, { subject: 'Lines', text: 'x'.repeat(1000) })
  await write(manager, id)
  await close(asker, id)
  const { body } = await call(manager, audit.list, { query: { recordKind: 'help-request', recordId: id } })
  expect(
    body.events.map(({ action, after }) => [action, after?.subject, String(after?.message).length]),
  ).toEqual([
    ['help-request.closed', 'Lines', 'undefined'.length],
    ['help-request.answered', 'Lines', 'Please try again'.length],
    ['help-request.opened', 'Lines', 300],
  ])
})
