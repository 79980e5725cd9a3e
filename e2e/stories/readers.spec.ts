import type { Page } from '@playwright/test'
import { listOf, makeAsset, panelOf, titleOf } from '../support/assets.ts'
import { pressOn } from '../support/keyboard.ts'
import { makeEstate } from '../support/limited.ts'
import { choose } from '../support/masters.ts'
import { answerCalls } from '../support/network.ts'
import { newName } from '../support/people.ts'
import {
  answerDeadLetters,
  answerElsewhere,
  answerReads,
  answerSightings,
  deadLettersAddress,
  elsewhereAddress,
  liveAddress,
  readersAddress,
  readOf,
  seenOf,
} from '../support/readers.ts'
import { expect, test } from '../support/story.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const passwordIn = async (page: Page) =>
  /password"?: "?([^"\s]+)/i.exec((await dialog(page).locator('pre').first().textContent()) ?? '')?.[1]

async function addReader(page: Page, name: string, place: string) {
  await page.getByRole('button', { name: 'Add reader' }).click()
  await dialog(page).getByRole('button', { name: 'Add reader' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please enter a name.')
  await dialog(page).getByLabel('Name').fill(name)
  await choose(page, dialog(page).getByRole('combobox', { name: 'Place' }), place)
  await dialog(page).getByLabel('Kind of device').selectOption({ label: 'Impinj R700 or R720' })
  await dialog(page).getByRole('button', { name: 'Add reader' }).click()
}

test('a reader is added, its password is seen once, and its antenna looks into a room', {
  tag: '@narrow',
}, async ({ page, enter, admin }) => {
  const { property, rooms } = await makeEstate(admin)
  await enter({ role: 'user', places: [property.id] })
  await page.goto(readersAddress)
  await expect(page.getByText('No reader yet')).toBeVisible()
  const name = newName('Gate')
  await addReader(page, name, property.name)
  await expect(dialog(page)).toContainText('the password is shown this once')
  const password = await passwordIn(page)
  expect(password?.length).toBeGreaterThan(15)
  await dialog(page).getByRole('link', { name: 'Set read points' }).click()

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(password ?? '')).toHaveCount(0)
  await expect(page.getByText('Not heard yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add read point' }).click()
  await dialog(page).getByLabel('Antenna').fill('65')
  await choose(page, dialog(page).getByRole('combobox', { name: 'Room' }), rooms[0].name)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please enter a number from 0 to 64.')
  await dialog(page).getByLabel('Antenna').fill('1')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  const points = page.getByRole('list', { name: 'Read points' }).getByRole('listitem')
  await expect(points).toContainText(rooms[0].name)

  await page.getByRole('button', { name: 'Remove Antenna 1' }).click()
  await expect(points).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(points).toContainText('Antenna 1')
})

test('a reader gets another password, is cut off and removed', async ({ page, enter, admin }) => {
  const { property } = await makeEstate(admin)
  await enter({ role: 'user', places: [property.id] })
  await page.goto(readersAddress)
  const name = newName('Gate')
  await addReader(page, name, property.name)
  const first = await passwordIn(page)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('link', { name }).click()

  const more = page.getByRole('button', { name: 'More' })
  await more.click()
  await page.getByRole('menuitem', { name: 'New password' }).click()
  await dialog(page).getByRole('button', { name: 'New password' }).click()
  await expect(dialog(page)).toContainText('the password is shown this once')
  expect(await passwordIn(page)).not.toBe(first)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await more.click()
  await page.getByRole('menuitem', { name: 'Cut off' }).click()
  await dialog(page).getByRole('button', { name: 'Cut off' }).click()
  await expect(page.getByText('Its password was taken away.')).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: 'Remove reader' }).click()
  await dialog(page).getByRole('button', { name: 'Remove reader' }).click()
  await expect(page).toHaveURL(readersAddress)
  await expect(page.getByText('No reader yet')).toBeVisible()
})

test('somebody next door neither lists nor opens a reader', async ({ page, enter, admin }) => {
  const { property, nextDoor } = await makeEstate(admin)
  const body = { name: newName('Gate'), adapter: 'impinj', placeId: property.id }
  const { reader } = (await admin.call('post', '/api/v1/readers', body)) as { reader: { _id: string } }
  await enter({ role: 'user', places: [nextDoor.property.id] })
  await page.goto(readersAddress)
  await expect(page.getByText('No reader yet')).toBeVisible()
  await page.goto(`${readersAddress}/${reader._id}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
})

test('what is being read is named, filtered, and stands still when paused', async ({
  page,
  enter,
  admin,
}) => {
  const [near, far] = [await makeAsset(admin), await makeAsset(admin)]
  await enter()
  await answerReads(page, [readOf({ asset: near }), readOf({ asset: far, counts: false })])
  await page.goto(liveAddress)
  const reads = page.getByRole('list', { name: 'Live' }).getByRole('listitem')
  await expect(reads).toHaveCount(2)
  await expect(reads.filter({ hasText: far.assetTagId })).toContainText('too weak to count')
  await page.getByRole('searchbox', { name: 'Search' }).fill(near.assetTagId)
  await expect(reads).toHaveCount(1)
  await page.getByRole('button', { name: 'Pause' }).click()
  await answerReads(page, [])
  await expect(page.getByText('Paused')).toBeVisible()
  await expect(reads).toHaveCount(1)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByText('Nothing is being read at this moment.')).toBeVisible()
})

test('an asset that is seen elsewhere is moved there or left alone, and its panel says where it was', async ({
  page,
  enter,
  admin,
}) => {
  const [moved, left] = [await makeAsset(admin), await makeAsset(admin)]
  await enter({ role: 'admin' })
  await answerElsewhere(page, [seenOf(moved), seenOf(left)])
  const done = (id: string) => ({
    done: 1,
    failed: 0,
    results: [{ _id: id, assetTagId: null, ok: true, message: '' }],
  })
  await answerCalls(page, '**/api/v1/seen-elsewhere/move', { json: done(moved._id) })
  await answerCalls(page, '**/api/v1/seen-elsewhere/ignore', { json: done(left._id) })
  await page.goto(elsewhereAddress)
  await page.getByRole('button', { name: `Move here: ${titleOf(moved)}` }).click()
  await expect(
    page.getByText(new RegExp(`^${titleOf(moved)} is registered in Indore > .* > Store now$`)),
  ).toBeVisible()
  await pressOn(page, page.getByRole('button', { name: `Ignore ${titleOf(left)}` }))
  await dialog(page).getByRole('button', { name: 'Ignore' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please say why.')
  await dialog(page).getByLabel('Reason').fill('On loan for a week')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('1 asset left alone')).toBeVisible()

  await answerSightings(page, moved)
  await page.goto(`${listOf(moved.assetName)}&asset=${moved._id}`)
  const seen = panelOf(page, moved).getByRole('region', { name: 'Seen by readers' })
  await expect(seen).toContainText('Not where it is registered')
  await expect(seen.getByRole('listitem').first()).toContainText('From Reception to Indore')
  await seen.getByRole('button', { name: 'Register it here' }).click()
  await expect(page.getByText(/is registered in Indore > .* > Store now$/)).toBeVisible()
})

test('messages that could not be written are tried again or thrown away', async ({ page, enter }) => {
  await enter()
  await answerDeadLetters(page)
  const sent: unknown[] = []
  await page.route('**/api/v1/dead-letters/*', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ json: { done: 1, failed: 0, results: [] } })
  })
  await page.goto(deadLettersAddress)
  const boxes = page.getByRole('checkbox', { name: /^Select Goods in/ })
  await boxes.first().check()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('menuitem', { name: 'With the time at which it came in' }).click()
  await expect(page.getByText('1 message is tried again')).toBeVisible()
  await boxes.first().check()
  await page.getByRole('button', { name: 'Throw away' }).click()
  await dialog(page).getByRole('button', { name: 'Throw away' }).click()
  await expect(page.getByText('1 message thrown away')).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(sent[0]).toMatchObject({ times: 'as-received' })
})
