import { counting } from '@ats/contract/inventories/counting.ts'
import { taggingDrives } from '@ats/contract/tagging/tagging.ts'
import { tagging } from '@ats/contract/tagging/work.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { simulateReader } from '#app/dev/reader-simulator.ts'
import { idOf } from '../../../../test/listed.ts'
import { allSent } from '../../../../test/outbox.ts'
import { reject, respond, sentTo } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'
import { signInAs } from '../../../../test/show.tsx'

const [id, roomId, driveId, assetId] = [idOf(51), idOf(61), idOf(71), idOf(91)]
const paging = { total: 1, totalIsExact: true, from: 1, previous: null, next: null, last: null }
const tags = ['E28011700000020A', 'E28011700000020B']
const fresh = 'E2000000000000000000CC04'

function prepare() {
  const names = { placeNames: ['Indore', 'Hall'] }
  respond(counting.toCount, {
    inventories: [
      {
        ...{ _id: id, inventoryId: 'INV-2026-0001', ...names, blind: false },
        ...{ dueOn: null, status: 'counting', rooms: 1 },
      },
    ],
  })
  const room = { _id: roomId, names: ['Room one'], tags: 0, countedAt: null, left: 2 }
  respond(counting.rooms, { rooms: [room], next: null })
  const expected = tags.map((tag) => ({
    tag,
    assetTagId: tag.slice(-4),
    assetName: 'Chair',
    placeId: roomId,
  }))
  respond(counting.expected, { expected, next: null })
  respond(counting.report, { status: 'counting' })
  respond(counting.read, ({ body }) => {
    const reads = (body as { reads: { tag: string }[] }).reads
    const none = { assetTagId: null, assetName: null, belongsTo: null }
    const answers = reads.map(({ tag }) => ({ tag, class: 'found' as const, ...none }))
    return { accepted: reads.length, late: 0, refused: 0, answers }
  })
  const drive = { _id: driveId, name: 'Second floor', placeId: idOf(72), ...names }
  const made = { createdBy: 'Asha', createdAt: '2026-11-01T08:00:00Z', closedAt: null, works: true }
  respond(taggingDrives.list, { drives: [{ ...drive, ...made }], ...paging })
  const roomToTag = { _id: roomId, placeNames: ['Room one'], total: 1, tagged: 0, left: 1, excepted: 0 }
  respond(taggingDrives.rooms, { rooms: [roomToTag], ...paging })
  const asset = { assetId, assetTagId: 'A0000001', assetName: 'Chair', serialNo: null, placeId: roomId }
  respond(tagging.assets, { assets: [{ ...asset, tag: null, left: 'untagged' }], next: null })
  respond(tagging.send, ({ body }) => ({
    results: (body as { entries: { id: string; tag: string }[] }).entries.map((entry) => ({
      ...{
        id: entry.id,
        outcome: 'done' as const,
        code: 'done' as const,
        message: 'Done.',
        assetId,
        tag: entry.tag,
      },
    })),
  }))
}

type Simulated = ReturnType<typeof simulateReader>
let simulated: Simulated | undefined
function withReader(...facts: Parameters<typeof simulateReader>): Simulated {
  simulated = simulateReader(...facts)
  return simulated
}

let person = 700
function open(path: string) {
  // The device remembers what a person read; each test is another person.
  person += 1
  signInAs({ _id: idOf(person) })
  return openScreen(path, { _id: idOf(person) })
}
const count = () => open(`/count?inventory=${id}&room=${roomId}`)
const tally = page.getByRole('button', { name: / of 2 read/ })
const band = page.getByRole('region', { name: 'Reader of this handheld' })
const says = (text: string) => expect.element(band.getByText(text, { exact: true })).toBeVisible()

beforeEach(() => {
  localStorage.clear()
  prepare()
})
afterEach(() => {
  simulated?.remove()
  simulated = undefined
})

test('a browser without a reader shows none', async () => {
  await count()
  await expect.element(tally).toHaveTextContent('0 of 2 read · 2 left')
  await expect.element(band).not.toBeInTheDocument()
})

test('the trigger reads each tag once per pass, with its signal', async () => {
  const reader = withReader()
  await count()
  await says('Pull the trigger to read')
  await expect.poll(() => reader.asked.at(-1)).toEqual({ action: 'start', power: 30 })
  expect(reader.read(tags[0] ?? '')).toBe(false)
  reader.pull()
  await says('Reading')
  for (let at = 0; at < 50; at += 1) reader.read(tags[at % 2] ?? '', -40 - (at % 7))
  await expect.element(tally).toHaveTextContent('2 of 2 read · 0 left')
  reader.release()
  await says('Pull the trigger to read')
  await allSent()
  const reads = sentTo(counting.read).flatMap(({ body }) => (body as { reads: object[] }).reads)
  expect(reads).toMatchObject([
    { tag: tags[0], count: 1, rssi: -40 },
    { tag: tags[1], count: 1, rssi: -41 },
  ])
})

test('battery, power and trouble are shown, and a wrong event is counted, not thrown', async () => {
  const reader = withReader()
  await count()
  await says('30 dBm')
  reader.say({ type: 'battery', percent: 62 })
  await says('Battery 62 %')
  await page.getByRole('button', { name: 'Less power' }).click()
  await says('27 dBm')
  await expect.poll(() => reader.asked.at(-1)).toEqual({ action: 'start', power: 27 })
  await expect.element(page.getByRole('button', { name: 'More power' })).toBeEnabled()
  reader.send({ type: 'tag', epc: 'not a tag' }, 7)
  await says('2 messages of the reader were not understood')
  reader.say({ type: 'status', status: 'disconnected' })
  await says('The reader is disconnected. Check its connection and battery.')
  await expect.poll(() => reader.asked.at(-1)).toMatchObject({ action: 'stop' })
  reader.say({ type: 'status', status: 'ready' })
  await expect.poll(() => reader.asked.at(-1)).toEqual({ action: 'start', power: 27 })
  await allSent()
})

test('a reader without a trigger is started and stopped on the screen', async () => {
  const reader = withReader({ trigger: false, power: null, name: 'Sled' })
  await count()
  await says('Sled')
  await says('Not reading')
  expect(reader.read(tags[0] ?? '')).toBe(false)
  await page.getByRole('button', { name: 'Start reading' }).click()
  await says('Reading')
  expect(reader.read(tags[0] ?? '')).toBe(true)
  await expect.element(tally).toHaveTextContent('1 of 2 read · 1 left')
  await page.getByRole('button', { name: 'Stop reading' }).click()
  await says('Not reading')
  await allSent()
})

test('reads wait while a question is open', async () => {
  const reader = withReader()
  await count()
  await expect.element(tally).toBeVisible()
  await page.getByRole('button', { name: 'Type or paste' }).click()
  await expect.element(page.getByRole('dialog')).toBeVisible()
  reader.pull()
  reader.read(tags[0] ?? '')
  await new Promise((resolve) => setTimeout(resolve, 400))
  await expect.element(tally).toHaveTextContent('0 of 2 read · 2 left')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(tally).toHaveTextContent('1 of 2 read · 1 left')
  await allSent()
})

test('a tag is put on an asset with two pulls of the trigger, at low power', async () => {
  const reader = withReader()
  await open(`/count?drive=${driveId}&room=${roomId}`)
  await expect.poll(() => reader.asked.at(-1)).toEqual({ action: 'start', power: 5 })
  reader.pull()
  for (let at = 0; at < 10; at += 1) reader.read(fresh, -30)
  reader.release()
  await expect.element(page.getByText('Choose the asset', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Chair A0000001' }).click()
  await expect.element(page.getByText('Read it on the asset', { exact: true })).toBeVisible()
  reader.pull()
  reader.read(fresh, -30)
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
  await expect.poll(() => sentTo(tagging.send)).toHaveLength(1)
  await allSent()
})

test('the link of a handheld names it, and a revoked one keeps its reads until it gets a new link', async () => {
  const [old, renewed] = [`atsh_${'o'.repeat(43)}`, `atsh_${'n'.repeat(43)}`]
  const reader = withReader()
  location.hash = `#handheld=${old}&name=Dock+7`
  await count()
  await expect.element(page.getByText('This device is Dock 7 now.')).toBeVisible()
  expect(location.hash).toBe('')
  await expect.element(tally).toBeVisible()
  reject(counting.read, 'handheld-revoked')
  reader.pull()
  reader.read(tags[0] ?? '', -40)
  await expect.element(page.getByText('1 read to send')).toBeVisible()
  await expect.element(page.getByText(/^This handheld was revoked: your reads stay on it/)).toBeVisible()
  const [first] = sentTo(counting.read)
  expect(first?.headers.get('x-handheld')).toBe(old)
  expect(first?.body).toMatchObject({ device: 'Dock 7' })
  prepare()
  location.hash = `#handheld=${renewed}&name=Dock+7`
  await expect.poll(() => sentTo(counting.read).at(-1)?.headers.get('x-handheld')).toBe(renewed)
  await allSent()
})
