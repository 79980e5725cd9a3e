import { assets } from '@ats/contract/assets/assets.ts'
import { counting } from '@ats/contract/inventories/counting.ts'
import { sightings } from '@ats/contract/sightings.ts'
import { taggingDrives } from '@ats/contract/tagging/tagging.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react/pure'
import { simulateReader } from '#app/dev/reader-simulator.ts'
import { queryClient } from '#kernel/http/query-client.ts'
import { assetNumbered } from '../../../../test/assets.ts'
import { idOf } from '../../../../test/listed.ts'
import { allSent } from '../../../../test/outbox.ts'
import { breakOff, forgetResponses, reject, respond, sentTo } from '../../../../test/responses.ts'
import { scan } from '../../../../test/scanner.ts'
import { openScreen } from '../../../../test/screen.tsx'
import { signInAs } from '../../../../test/show.tsx'

const [id, roomId] = [idOf(51), idOf(61)]
const sought = assetNumbered(7, { assetName: 'Projector', room: 'Store', property: 'Tower B' })
const tag = sought.rfidTag ?? ''
const missing = ['Chair', 'Table', 'Lamp'].map((assetName, at) => ({
  ...{ tag: `E28011700000020${at}`, assetTagId: `A000000${at}`, assetName },
  placeId: at === 2 ? roomId : idOf(62),
}))
const tagOf = (at: number) => missing[at]?.tag ?? ''
const inventory = {
  ...{ _id: id, inventoryId: 'INV-2026-0001', placeNames: ['Indore', 'Hall'], blind: false },
  ...{ dueOn: null, status: 'counting' as const, rooms: 2 },
}
const rooms = [
  { _id: roomId, names: ['Room one'], tags: 0, countedAt: null, left: 1 },
  { _id: idOf(62), names: ['Room two'], tags: 0, countedAt: null, left: 2 },
]

function prepare(given: Partial<typeof inventory> = {}) {
  respond(counting.toCount, { inventories: [{ ...inventory, ...given }] })
  const none = { total: 0, totalIsExact: true, from: 0, previous: null, next: null, last: null }
  respond(taggingDrives.list, { drives: [], ...none })
  respond(counting.rooms, { rooms, next: null })
  respond(counting.expected, { expected: missing, next: null })
  respond(counting.report, { status: 'counting' })
  respond(counting.read, ({ body }) => {
    const reads = (body as { reads: { tag: string }[] }).reads
    const unknown = { assetTagId: null, assetName: null, belongsTo: null }
    const answers = reads.map((read) => ({ tag: read.tag, class: 'found' as const, ...unknown }))
    return { accepted: reads.length, late: 0, refused: 0, answers }
  })
  respond(assets.get, sought)
  const seen = { tag, placeId: idOf(62), placeNames: ['Indore', 'Hall', 'Door'], reader: 'Gate', rssi: -60 }
  const times = { since: '2026-11-01T08:00:00Z', seenAt: '2026-11-01T08:00:00Z' }
  respond(sightings.lastSeen, { lastSeen: { ...seen, ...times, present: false, elsewhere: true } })
}

let simulated: ReturnType<typeof simulateReader> | undefined
function withReader(...facts: Parameters<typeof simulateReader>) {
  simulated = simulateReader(...facts)
  return simulated
}

let person = 800
function open(address: string, isSame = false) {
  // The device remembers what a person was shown; each test is another person.
  if (!isSame) person += 1
  signInAs({ _id: idOf(person) })
  return openScreen(address, { _id: idOf(person) })
}
const findAsset = `/count?find=asset:${sought._id}`
const findMissing = `/count?inventory=${id}&room=${roomId}&find=missing`
const shown = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible()
const strength = page.getByRole('meter', { name: 'Strength of the signal' })
const rows = () => page.getByRole('list', { name: 'Find missing' }).getByRole('listitem')

beforeEach(() => prepare())
afterEach(() => {
  simulated?.remove()
  simulated = undefined
})

test('the signal of one asset grows and fades, beside where it should be and was seen', async () => {
  const reader = withReader()
  await open(findAsset)
  await expect.element(page.getByRole('heading', { name: 'Projector' })).toBeVisible()
  await shown('Indore › Tower B › Store')
  await shown(/Indore › Hall › Door/)
  await expect.poll(() => reader.asked.at(-1)).toEqual({ action: 'locate', epcs: [tag], power: 30 })
  await shown('Nothing heard')
  reader.pull()
  reader.read('E28011700000020F99990000', -30)
  reader.read(tag, -70)
  await shown('Far')
  for (let at = 0; at < 10; at += 1) {
    reader.read(tag, -36)
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
  await shown('Very near')
  expect(Number(strength.element().getAttribute('value'))).toBeGreaterThanOrEqual(80)
  reader.release()
  await shown('Nothing heard')
  expect(sentTo(counting.read)).toEqual([])
})

test('without a signal only the presence is heard', async () => {
  await open(findAsset)
  await shown(/^This device does not report how strong the signal is/)
  await scan(tag)
  await shown('Heard 1 time')
  await scan('E28011700000020F99990000')
  await scan(tag)
  await shown('Heard 2 times')
  await expect.element(strength).not.toBeInTheDocument()
})

test('what was shown once is found without a network, but not by a person who counts blind', async () => {
  await open(findAsset)
  await shown('Indore › Tower B › Store')
  await cleanup()
  queryClient.clear()
  breakOff(assets.get)
  await open(findAsset, true)
  await shown('Indore › Tower B › Store')
  await shown(/^No network: as of/)
  await cleanup()
  queryClient.clear()
  forgetResponses()
  prepare({ blind: true })
  breakOff(assets.get)
  await open(findAsset, true)
  await shown('Failed to load what to look for.')
  await expect.element(page.getByText('Tower B')).not.toBeInTheDocument()
})

test('an asset that the person cannot see is not found', async () => {
  reject(assets.get, 'asset-not-found')
  await open(findAsset)
  await shown('This asset does not exist, or you cannot see it now.')
})

test('each read marks a missing asset at once, and counts in the room', async () => {
  const reader = withReader()
  await open(findMissing)
  await shown('0 of 3 found')
  expect(sentTo(counting.expected).some(({ address }) => address.searchParams.get('left') === 'true')).toBe(
    true,
  )
  await expect.element(rows().first()).toHaveTextContent('LampA0000002 · This room')
  reader.pull()
  reader.read(tagOf(0), -70)
  reader.read(tagOf(1), -38)
  reader.read('E28011700000020F', -38)
  await shown('2 of 3 found')
  await expect.element(rows().first()).toHaveTextContent('TableA0000001 · Hall › Room twoRead here')
  await expect.element(rows().nth(1)).toHaveTextContent('ChairA0000000 · Hall › Room twoRead here')
  await allSent()
  const tagsSent = () =>
    sentTo(counting.read)
      .flatMap(({ body }) => (body as { reads: { tag: string }[] }).reads)
      .map((read) => read.tag)
      .toSorted()
  await expect.poll(tagsSent).toEqual([tagOf(0), tagOf(1), 'E28011700000020F'])
  expect(sentTo(counting.read)[0]?.body).toMatchObject({ placeId: roomId })
  await page.getByRole('button', { name: 'Back to the room' }).click()
  await expect.element(page.getByRole('heading', { name: 'Room one' })).toBeVisible()
})

test('tags from a keyboard wedge mark missing assets too', async () => {
  await open(findMissing)
  await shown('0 of 3 found')
  await shown(/^This device does not report/)
  await scan(tagOf(2))
  await shown('1 of 3 found')
  await allSent()
})

test('the missing assets are listed without a network', async () => {
  await open(findMissing)
  await shown('0 of 3 found')
  await cleanup()
  queryClient.clear()
  breakOff(counting.expected)
  await open(findMissing, true)
  await shown('0 of 3 found')
})

test('a link without a room asks for it first', async () => {
  await open(`/count?inventory=${id}&find=missing`)
  await shown(/^Choose the room in which you are/)
  await page.getByRole('button', { name: /^Room one/ }).click()
  await shown('0 of 3 found')
})

test('a blind count does not say what is missing', async () => {
  prepare({ blind: true })
  await open(findMissing)
  await shown('Ready to scan')
  await expect.element(page.getByRole('button', { name: 'Find missing' })).not.toBeInTheDocument()
  expect(sentTo(counting.expected)).toEqual([])
})
