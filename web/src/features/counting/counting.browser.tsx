import { counting, type RoomToCount } from '@ats/contract/inventories/counting.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '../../../test/listed.ts'
import { allSent } from '../../../test/outbox.ts'
import { hold, respond, sentTo } from '../../../test/responses.ts'
import { scan } from '../../../test/scanner.ts'
import { openScreen } from '../../../test/screen.tsx'
import { signInAs } from '../../../test/show.tsx'

const id = idOf(51)
const room = (at: number, names: string[], given: Partial<RoomToCount> = {}): RoomToCount => ({
  ...{ _id: idOf(60 + at), names, tags: 0, countedAt: null, left: 2, ...given },
})
const rooms = [
  room(0, ['Store'], { left: 0 }),
  room(1, ['Store', 'Room one']),
  room(2, ['Store', 'Room two']),
]
const tags = ['E28011700000020A', 'E28011700000020B']
const expected = tags.map((tag, at) => ({
  ...{ tag, assetTagId: `A000000${at + 1}`, assetName: ['Chair', 'Table'][at] ?? '', placeId: idOf(61) },
}))
const inventory = {
  ...{ _id: id, inventoryId: 'INV-2026-0001', placeNames: ['Indore', 'Hall'], blind: false },
  ...{ dueOn: null, status: 'counting' as const, rooms: 3 },
}

function prepare(given: Partial<typeof inventory> = {}) {
  respond(counting.toCount, { inventories: [{ ...inventory, ...given }] })
  respond(counting.rooms, { rooms, next: null })
  respond(counting.expected, { expected, next: null })
  respond(counting.report, { status: 'counting' })
  respond(counting.undo, { undone: 1 })
  respond(counting.read, ({ body }) => {
    const reads = (body as { reads: { tag: string }[] }).reads.map(({ tag }) => tag)
    const answers = reads.map((tag) => ({
      ...{ tag, class: given.blind ? ('counted' as const) : ('found' as const) },
      ...{ assetTagId: null, assetName: null, belongsTo: null },
    }))
    return { accepted: reads.length, late: 0, refused: 0, answers }
  })
}

let person = 0
const openRoom = () => {
  // The device remembers what a person read; each test is another person.
  person += 1
  const _id = idOf(900 + person)
  signInAs({ _id })
  return openScreen(`/count?inventory=${id}&room=${idOf(61)}`, { _id })
}
const tally = page.getByRole('button', { name: / of 2 read/ })
const read = (count: number) => page.getByRole('button', { name: `${count} of 2 read` })
const undo = page.getByRole('button', { name: 'Undo last read' })
const network = (isOnline: boolean) => {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
  globalThis.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

beforeEach(() => network(true))

test('a room shows how far it is and what is left, and leads to a room, not to the place around it', async () => {
  prepare()
  await openRoom()
  await expect.element(tally).toHaveTextContent('0 of 2 read · 2 left')
  await scan(tags[0] ?? '')
  await expect.element(tally).toHaveTextContent('1 of 2 read · 1 left')
  await expect.element(page.getByRole('button', { name: 'Next: Room two' })).toBeVisible()
  await tally.click()
  const dialog = page.getByRole('dialog', { name: 'Room one' })
  const left = dialog.getByRole('region', { name: 'Not read here yet' })
  await expect.element(left.getByRole('listitem')).toHaveTextContent('TableA0000002')
  const own = dialog.getByRole('region', { name: 'Read on this device in this room' })
  await expect.element(own.getByRole('listitem')).toHaveTextContent('ChairA0000001 · Found')
  await allSent()
})

test('an unsent read is undone on the device and never sent', async () => {
  prepare()
  await openRoom()
  await expect.element(read(0)).toBeVisible()
  network(false)
  await scan(tags[0] ?? '')
  await expect.element(page.getByText('1 read to send')).toBeVisible()
  await undo.click()
  await expect.element(page.getByText('1 read undone')).toBeVisible()
  await expect.element(read(0)).toBeVisible()
  network(true)
  await allSent()
  expect([sentTo(counting.read), sentTo(counting.undo)]).toEqual([[], []])
})

test('a read that the server has is undone there', async () => {
  prepare()
  await openRoom()
  await expect.element(tally).toBeVisible()
  await scan(tags[1] ?? '')
  await expect.poll(() => sentTo(counting.read)).toHaveLength(1)
  await allSent()
  await undo.click()
  await expect.element(page.getByText('1 read undone')).toBeVisible()
  expect(sentTo(counting.undo)[0]?.body).toMatchObject({ placeId: idOf(61), tags: [tags[1]] })
  await expect.element(read(0)).toBeVisible()
})

test('a read that is being sent stays until the server has responded', async () => {
  prepare()
  const answer = {
    tag: tags[0] ?? '',
    class: 'found' as const,
    assetTagId: null,
    assetName: null,
    belongsTo: null,
  }
  const release = hold(counting.read, { accepted: 1, late: 0, refused: 0, answers: [answer] })
  await openRoom()
  await expect.element(tally).toBeVisible()
  await scan(tags[0] ?? '')
  await expect.poll(() => sentTo(counting.read)).toHaveLength(1)
  await undo.click()
  await expect.element(page.getByText(/^Reads that are being sent stay/)).toBeVisible()
  release()
  await allSent()
  await expect.element(read(1)).toBeVisible()
  expect(sentTo(counting.undo)).toEqual([])
})

test('the screen stays on while a room is counted', async () => {
  const held: { released: boolean }[] = []
  const request = async () => {
    const lock = { released: false, release: async () => void Object.assign(lock, { released: true }) }
    held.push(lock)
    return lock
  }
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
  prepare()
  await openRoom()
  await expect.poll(() => held.some(({ released }) => !released)).toBe(true)
  await page.getByRole('button', { name: 'All rooms' }).click()
  await expect.element(page.getByRole('searchbox', { name: 'Find a room' })).toBeVisible()
  expect(held.every(({ released }) => released)).toBe(true)
})

test('all reads of a wrong room are undone after a question', async () => {
  prepare()
  await openRoom()
  await expect.element(tally).toBeVisible()
  for (const tag of tags) await scan(tag)
  await expect.element(read(2)).toBeVisible()
  await allSent()
  await tally.click()
  await page.getByRole('button', { name: 'Wrong room: undo all reads' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.element(page.getByText('2 reads undone')).toBeVisible()
  expect(
    sentTo(counting.undo)
      .flatMap(({ body }) => (body as { tags: string[] }).tags)
      .toSorted(),
  ).toEqual(tags)
})

test('a blind count does not say how many tags are expected', async () => {
  prepare({ blind: true })
  await openRoom()
  await page.getByRole('button', { name: 'This room' }).click()
  await expect.element(page.getByText('Not read here yet')).not.toBeInTheDocument()
  expect(sentTo(counting.expected)).toEqual([])
})

test('a file of 5,000 tags shows progress, and its signal and count are sent', async () => {
  prepare()
  await openRoom()
  await expect.element(tally).toBeVisible()
  const lines = Array.from({ length: 5000 }, (_, at) => `E2${String(at).padStart(10, '0')};-51,5;3`)
  const file = new File([['EPC;RSSI;Count', ...lines].join('\n')], 'tags.csv', { type: 'text/csv' })
  await page.getByLabelText('File with tags, one per line').upload(file)
  await expect.element(page.getByRole('progressbar', { name: /of 5,000 tags stored$/ })).toBeInTheDocument()
  await expect.element(page.getByText('5,000 tags read')).toBeVisible()
  await expect.poll(() => sentTo(counting.read).length, { timeout: 15_000 }).toBeGreaterThan(0)
  const [first] = sentTo(counting.read)
  expect(first?.body).toMatchObject({
    reads: expect.arrayContaining([expect.objectContaining({ rssi: -51.5, count: 3 })]),
  })
})

test('a person names the device, and the name is sent', async () => {
  prepare()
  await openScreen('/count')
  await page.getByRole('button', { name: /^This device: Chrome/ }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Handheld 3')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('button', { name: 'This device: Handheld 3' })).toBeVisible()
  await page.getByRole('button', { name: /INV-2026-0001/ }).click()
  await page.getByRole('button', { name: /^Room one/ }).click()
  await expect.poll(() => sentTo(counting.report).at(-1)?.body).toMatchObject({ device: 'Handheld 3' })
})

test('the label at a door chooses the room, and in a room leads to the next one', async () => {
  prepare()
  person += 1
  const _id = idOf(900 + person)
  signInAs({ _id })
  await openScreen(`/count?inventory=${id}`, { _id })
  const label = (at: number) => `https://assets.example.org/place/${idOf(60 + at)}`
  const roomShown = (name: string) => expect.element(page.getByRole('heading', { name })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Find a room' })
  await expect.element(page.getByRole('button', { name: /Room two/ })).toBeVisible()
  await search.click()
  await scan(label(1))
  await roomShown('Room one')
  await scan(label(9))
  await expect.element(page.getByText('The scanned place is not a room of this inventory.')).toBeVisible()
  await scan(label(2))
  await roomShown('Room two')
  await scan(label(2))
  await expect.element(page.getByText('You are already counting in this room.')).toBeVisible()
  await scan(`https://assets.example.org/asset/${idOf(1)}`)
  await expect.element(page.getByText(/^This is a label, not an RFID tag/)).toBeVisible()
  expect(sentTo(counting.read)).toEqual([])
})
