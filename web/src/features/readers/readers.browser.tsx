import { deadLetters } from '@ats/contract/dead-letters.ts'
import { type LiveRead, readers } from '@ats/contract/readers.ts'
import { type SeenElsewhere, sightings } from '@ats/contract/sightings.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AssetSightings } from '#features/readers/sightings/asset-sightings.tsx'
import { pressOn } from '../../../test/keyboard.ts'
import { ago, idOf, onePage } from '../../../test/listed.ts'
import { respond, sent } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'
import { show } from '../../../test/show.tsx'

const store = ['Indore', 'Ground Floor', 'Store']
const lobby = ['Indore', 'Ground Floor', 'Reception']
const dialog = page.getByRole('dialog')
const asset = (number: number) => ({
  ...{ _id: idOf(number), assetTagId: `A000000${number}`, assetName: `Chair ${number}` },
})
const done = (id: string) => ({
  ...{ done: 1, failed: 0 },
  results: [{ _id: id, assetTagId: null, ok: true, message: '', code: 'internal' as const }],
})
const bodies = (of: { path: string; method: string }) =>
  sent.filter(({ endpoint }) => endpoint === of).map(({ body }) => body)

const read = (number: number, given: Partial<LiveRead> = {}): LiveRead => ({
  ...{ tag: `E2${number}`, readAt: ago(number), receivedAt: ago(number), readerId: idOf(90), rssi: -51.5 },
  ...{ reader: 'Entrance', antenna: 2, count: 3, placeNames: store, counts: true, asset: asset(number) },
  ...given,
})

test('live reads are named and filtered, and can be paused', async () => {
  const reads = [read(1), read(2, { counts: false }), read(3, { asset: null, placeNames: null })]
  respond(readers.reads, { reads, more: false })
  await openScreen('/dashboard/default/live')
  const rows = page.getByRole('list', { name: 'Live' }).getByRole('listitem')
  await expect.element(rows.nth(0).getByText('Chair 1')).toBeVisible()
  await expect.element(rows.nth(0).getByText('Indore > Ground Floor > Store')).toBeVisible()
  await expect.element(rows.nth(0).getByText('Entrance · Antenna 2')).toBeVisible()
  await expect.element(rows.nth(1).getByText(/too weak to count/)).toBeVisible()
  await expect.element(page.getByText('3 tags')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('a0000001')
  await expect.element(rows.nth(1)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Pause' }).click()
  respond(readers.reads, { reads: [], more: false })
  await expect.element(page.getByText('Paused')).toBeVisible()
  await expect.element(rows.nth(0).getByText('Chair 1')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect.element(page.getByText('Nothing is being read right now.')).toBeVisible()
})

const seen = (number: number): SeenElsewhere => ({
  ...{ ...asset(number), tag: `E2${number}`, registeredPlaceId: idOf(80), registeredPlaceNames: lobby },
  ...{ seenPlaceId: idOf(81), seenPlaceNames: store, since: ago(5400), seenAt: ago(40) },
  ...{ leftProperty: false, ignored: null },
})

test('an asset seen elsewhere is moved there, or ignored with a reason, by keyboard', async () => {
  respond(sightings.elsewhere, { seenElsewhere: [seen(1), seen(2)], ...onePage(2) })
  respond(sightings.moveHere, done(idOf(1)))
  respond(sightings.ignore, done(idOf(2)))
  await openScreen('/dashboard/default/seen-elsewhere')
  await page.getByRole('button', { name: 'Move here: Chair 1 A0000001' }).click()
  await expect
    .element(page.getByText('Chair 1 A0000001 is now registered in Indore > Ground Floor > Store'))
    .toBeVisible()
  await pressOn(page.getByRole('button', { name: 'More actions for Chair 2 A0000002' }))
  await page.getByRole('menuitem', { name: 'Ignore Chair 2 A0000002' }).click()
  await dialog.getByRole('button', { name: 'Ignore' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('Please give a reason.')
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus()
  await userEvent.keyboard('On loan for a week{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('1 asset ignored')).toBeVisible()
  expect(bodies(sightings.moveHere)).toEqual([{ ids: [idOf(1)] }])
  expect(bodies(sightings.ignore)).toEqual([{ ids: [idOf(2)], reason: 'On loan for a week' }])
})

test('the panel of an asset shows where readers saw it, and registers it there', async () => {
  const where = { tag: 'E21', placeId: idOf(81), placeNames: store, reader: 'Entrance' }
  const last = { since: ago(5400), seenAt: ago(40), rssi: -51, present: true, elsewhere: true }
  respond(sightings.lastSeen, { lastSeen: { ...where, ...last } })
  const moves = [
    { _id: idOf(61), ...where, fromPlaceNames: lobby, isFirst: false, at: ago(5400) },
    { _id: idOf(62), ...where, placeNames: lobby, fromPlaceNames: null, isFirst: true, at: ago(90_000) },
  ]
  respond(sightings.movements, { movements: moves, ...onePage(2) })
  respond(sightings.moveHere, done(idOf(1)))
  await show(<AssetSightings asset={asset(1)} />)
  const panel = page.getByRole('region', { name: 'Seen by readers' })
  await expect.element(panel.getByText('Not where it is registered')).toBeVisible()
  await expect
    .element(panel.getByRole('listitem').first().getByText('From Reception to Indore > Ground Floor > Store'))
    .toBeVisible()
  await panel.getByRole('button', { name: 'Register it here' }).click()
  await expect.element(page.getByText(/is now registered in Indore > .* > Store$/)).toBeVisible()
  expect(bodies(sightings.moveHere)).toEqual([{ ids: [idOf(1)] }])
})

test('failed messages are retried, or discarded after a confirmation', async () => {
  const letters = (['unreadable', 'future', 'failed'] as const).map((reason, at) => ({
    ...{ _id: idOf(70 + at), readerId: idOf(2), reader: 'Goods in', reason, payload: '{"idHex":"e2c2"}' },
    detail: reason === 'failed' ? 'deadlock detected' : null,
    expected: reason === 'unreadable' ? ['data.idHex', 'timestamp'] : [],
    ...{ receivedAt: ago(600 + at), deadAt: ago(300), replaying: false },
  }))
  respond(deadLetters.list, { deadLetters: letters, dropped: 12, ...onePage(3) })
  respond(deadLetters.replay, { done: 1, failed: 0, results: [] })
  respond(deadLetters.discard, { done: 1, failed: 0, results: [] })
  await openScreen('/dashboard/default/dead-letters')
  await expect.element(page.getByRole('main').getByText('deadlock detected')).toBeVisible()
  for (const expected of ['JSON with data.idHex, timestamp', 'a time at most 10 minutes ahead of the server'])
    await expect.element(page.getByRole('main').getByText(`Expected: ${expected}`)).toBeVisible()
  await expect.element(page.getByRole('status').getByText(/^12 /)).toBeVisible()
  const first = page.getByRole('checkbox', { name: /^Select Goods in/ }).first()
  await first.click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('menuitem', { name: 'With the time it arrived' }).click()
  await expect.element(page.getByText('Trying 1 message again')).toBeVisible()
  await first.click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bodies(deadLetters.discard)).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect.element(page.getByText('1 message discarded')).toBeVisible()
  expect(bodies(deadLetters.replay)).toEqual([{ ids: [idOf(70)], times: 'as-received' }])
  expect(bodies(deadLetters.discard)).toEqual([{ ids: [idOf(70)] }])
})
