import { counting } from '@ats/contract/inventories/counting.ts'
import { type TaggingRoom, taggingDrives } from '@ats/contract/tagging/tagging.ts'
import { type AssetToTag, tagging } from '@ats/contract/tagging/work.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '../../../../test/listed.ts'
import { allSent } from '../../../../test/outbox.ts'
import { respond, sentTo } from '../../../../test/responses.ts'
import { scan } from '../../../../test/scanner.ts'
import { openScreen } from '../../../../test/screen.tsx'
import { signInAs } from '../../../../test/show.tsx'

const id = idOf(71)
const drive = {
  ...{ _id: id, name: 'Second floor', placeId: idOf(72), placeNames: ['Indore', 'Hall'] },
  ...{ createdBy: 'Asha', createdAt: '2026-11-01T08:00:00Z', closedAt: null, works: true },
}
const room = (at: number, name: string): TaggingRoom => ({
  ...{ _id: idOf(80 + at), placeNames: [name], total: 2, tagged: 0, left: 2, excepted: 0 },
})
const asset = (at: number, given: Partial<AssetToTag> = {}): AssetToTag => ({
  ...{ assetId: idOf(90 + at), assetTagId: `A000000${at}`, assetName: 'Chair', serialNo: null },
  ...{ placeId: idOf(81), tag: null, left: 'untagged', ...given },
})
const assets = [
  asset(1),
  asset(2, { assetName: 'Table', tag: 'C4000000000000000000AA02', left: 'expected' }),
  asset(3, { assetName: 'Lamp', tag: 'E2000000000000000000BB03', left: null }),
]
const fresh = 'E2000000000000000000CC04'

type SentEntry = { id: string; assetId: string | null; tag?: string }
const entriesSent = () =>
  sentTo(tagging.send).flatMap(({ body }) => (body as { entries: SentEntry[] }).entries)

function prepare(outcome: 'done' | 'failed' = 'done') {
  respond(counting.toCount, { inventories: [] })
  respond(taggingDrives.list, {
    ...{ drives: [drive], total: 1, totalIsExact: true, from: 1, previous: null, next: null, last: null },
  })
  respond(taggingDrives.rooms, {
    ...{ rooms: [room(1, 'Room one'), room(2, 'Room two')], total: 2, totalIsExact: true, from: 1 },
    ...{ previous: null, next: null, last: null },
  })
  respond(tagging.assets, { assets, next: null })
  respond(tagging.send, ({ body }) => ({
    results: (body as { entries: SentEntry[] }).entries.map((entry) => ({
      ...{ id: entry.id, outcome, assetId: entry.assetId, tag: entry.tag ?? null },
      ...(outcome === 'done'
        ? { code: 'done' as const, message: 'Done.' }
        : { code: 'tag-in-use' as const, message: 'This tag is already in use.' }),
    })),
  }))
}

let person = 500
function open(path = `/count?drive=${id}&room=${idOf(81)}`) {
  // The device remembers what a person did; each test is another person.
  person += 1
  signInAs({ _id: idOf(person) })
  return openScreen(path, { _id: idOf(person) })
}
const network = (isOnline: boolean) => {
  Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
  globalThis.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}
const band = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible()
const choose = (name: string) => page.getByRole('button', { name }).click()
/** Longer than two tags in the field of the reader take. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 800))

beforeEach(() => network(true))

test('a tag, an asset and the tag again are saved offline, and sent with the network', async () => {
  prepare()
  await open()
  await expect.element(page.getByText('2 left')).toBeVisible()
  network(false)
  await scan(fresh)
  await band('Choose the asset')
  await choose('Chair A0000001')
  await band('Read it on the asset')
  await scan(fresh)
  await band('Saved')
  await expect.element(page.getByText('1 left')).toBeVisible()
  await expect.element(page.getByText('1 read to send')).toBeVisible()
  expect(entriesSent()).toEqual([])
  network(true)
  await expect.poll(entriesSent).toMatchObject([{ assetId: idOf(91), tag: fresh, readBack: fresh }])
  await allSent()
})

test('a reserved label needs two reads and no tap', async () => {
  prepare()
  await open()
  await expect.element(page.getByText('2 left')).toBeVisible()
  await scan('C4000000000000000000AA02')
  await band('Read it on the asset')
  await scan('C4000000000000000000AA02')
  await band('Saved')
  await expect.poll(entriesSent).toMatchObject([{ assetId: idOf(92) }])
})

test('mix-ups are said at once, as alerts', async () => {
  prepare()
  await open()
  await expect.element(page.getByText('2 left')).toBeVisible()
  const alert = (text: string) => expect.element(page.getByRole('alert').getByText(text)).toBeVisible()
  await scan('E2000000000000000000BB03')
  await alert('Already on another asset')
  await alert('Lamp')
  await pause()
  await choose('Chair A0000001')
  await scan('C4000000000000000000AA02')
  await alert('Wrong label')
  await alert('Table')
  await pause()
  await scan(fresh)
  await band('Read it on the asset')
  await pause()
  await scan('E2000000000000000000DD05')
  await alert('Another tag')
  await choose('Start again')
  await pause()
  await choose('Table A0000002')
  await scan(fresh)
  await alert('Not the reserved tag')
  await choose('Use the new tag')
  await scan(fresh)
  await band('Saved')
  await expect.poll(entriesSent).toMatchObject([{ assetId: idOf(92), tag: fresh, retag: true }])
})

test('a late rejection is shown with its reason until it is removed', async () => {
  prepare('failed')
  await open()
  await expect.element(page.getByText('2 left')).toBeVisible()
  await scan(fresh)
  await choose('Chair A0000001')
  await scan(fresh)
  await expect.element(page.getByText('1 asset was not accepted')).toBeVisible()
  await expect.element(page.getByText('This tag is already in use.')).toBeVisible()
  await expect.element(page.getByText('2 left')).toBeVisible()
  await choose('Remove from list')
  await expect.element(page.getByText('1 asset was not accepted')).not.toBeInTheDocument()
})

test('an asset that cannot be tagged needs a reason; one that is not registered needs a name', async () => {
  prepare()
  await open()
  await choose('Chair A0000001')
  await choose('Cannot be tagged')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Choose a reason.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Why not' }).selectOptions('Out of reach')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await band('Noted')
  await choose('Not registered')
  await dialog.getByRole('textbox', { name: 'Asset Name' }).fill('Stool')
  await dialog.getByRole('button', { name: 'Use this name' }).click()
  await scan(fresh)
  await scan(fresh)
  await band('Saved')
  await expect.poll(entriesSent).toMatchObject([
    { kind: 'excepted', reason: 'out-of-reach' },
    { kind: 'tagged', assetId: null, assetName: 'Stool' },
  ])
})

test('the label at a door starts a session in its drive', async () => {
  prepare()
  await open('/count')
  await expect.element(page.getByRole('button', { name: 'Second floor' })).toBeVisible()
  await scan(`http://ats.test/place/${idOf(82)}`)
  await expect.element(page.getByRole('heading', { name: 'Room two' })).toBeVisible()
})

test('the drive is chosen in the counting app, and the label at a door chooses the room', async () => {
  prepare()
  await open('/count')
  await choose('Second floor')
  await expect.element(page.getByRole('button', { name: 'Room two' })).toBeVisible()
  await scan(`http://ats.test/place/${idOf(81)}`)
  await expect.element(page.getByRole('heading', { name: 'Room one' })).toBeVisible()
})
