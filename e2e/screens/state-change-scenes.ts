import type { Page } from '@playwright/test'
import { type Asset, listOf, makeAsset, newTag, placeAt } from '../support/assets.ts'
import { answerCalls } from '../support/network.ts'
import { type Hand, newName } from '../support/people.ts'
import { askFor, askWithPhoto, queueFor, requestsFor } from '../support/state-changes.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, once, type Scene } from './scene.ts'

const requests = 'Asset State Change Request'
const furniture = ['Office chair', 'Height-adjustable desk', 'Four-drawer filing cabinet', 'Projector']

/** Some realistic requests, found by the mark in the serial numbers. */
async function prepare(admin: Hand) {
  const mark = newName('RQ').replace(' ', '-')
  const office = await placeAt(admin, 'Indore > MM North > Indore Head Office')
  const assets: Asset[] = []
  for (const assetName of furniture)
    assets.push(
      await makeAsset(admin, { assetName, serialNo: mark, placeId: office._id, assignedUser: 'Meera Iyer' }),
    )
  await askWithPhoto(admin, assets.slice(0, 2))
  await askFor(admin, assets.slice(2))
  return { mark, assets }
}

const prepared = once(prepare)

/** Scenes that decide requests need their own requests. */
const deciding = ['queue-accepted', 'queue-decided', 'queue-failed']

async function open({ page, be, admin }: SceneStage, address: (text: string) => string, isOwn: boolean) {
  const set = await (isOwn ? prepare : prepared)(admin)
  await be(asha)
  await go(page, address(set.mark))
  await page.getByText('Projector', { exact: true }).waitFor()
  return set
}

const scene = (
  name: string,
  heading: string,
  address: (text: string) => string,
  then: (page: Page, set: Awaited<ReturnType<typeof open>>, admin: Hand) => Promise<unknown> = () =>
    Promise.resolve(),
): Scene => ({
  name,
  heading,
  steps: async (stage) => then(stage.page, await open(stage, address, deciding.includes(name)), stage.admin),
})

async function selectAll(page: Page) {
  for (const row of await page.getByRole('checkbox', { name: /^Select .* A\d+$/ }).all()) await row.check()
}

async function scanned(page: Page, { assets }: { assets: Asset[] }) {
  await page.getByRole('button', { name: 'New request' }).click()
  const dialog = page.getByRole('dialog')
  for (const code of [assets[0]?.rfidTag ?? '', newTag(), assets[3]?.assetTagId ?? '']) {
    await dialog.getByLabel('Assets', { exact: true }).fill(code)
    await page.keyboard.press('Enter')
  }
  await dialog.getByText('No asset has this tag or number.').waitFor()
  await dialog
    .getByText(/requested/)
    .last()
    .waitFor()
}

export const stateChangeScreens: Scene[] = [
  scene('requests', requests, requestsFor),
  scene('requests-selected', requests, requestsFor, selectAll),
  scene('requests-new', requests, requestsFor, scanned),
  scene('requests-new-errors', requests, requestsFor, async (page) => {
    await page.getByRole('button', { name: 'New request' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
    await page.getByRole('alert').waitFor()
  }),
  scene('request-panel', requests, requestsFor, async (page) => {
    await page
      .getByRole('link', { name: /^Open request/ })
      .last()
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Enlarge/ })
      .waitFor()
  }),
  scene('asset-with-request', 'View Assets', requestsFor, async (page, { assets }) => {
    await go(page, `${listOf(assets[0]?.serialNo ?? '')}&asset=${assets[0]?._id}`)
    await page.getByRole('dialog').getByText('State change requested').waitFor()
  }),
  scene('asset-asked-again', 'View Assets', requestsFor, async (page, { assets }) => {
    await go(page, `${listOf(assets[0]?.serialNo ?? '')}&asset=${assets[0]?._id}`)
    await page.getByRole('button', { name: 'Request state change' }).click()
    await page.getByText('This request has to be decided or cancelled').waitFor()
  }),
  scene('queue', 'Manage Assets', queueFor),
  scene('queue-accepted', 'Manage Assets', queueFor, async (page) => {
    await page.getByRole('button', { name: /^Accept .*Projector/ }).click()
    await page.getByText(/^Request for Projector .* accepted$/).waitFor()
    await page.getByRole('link', { name: 'Projector' }).waitFor({ state: 'detached' })
  }),
  scene('queue-decided', 'Manage Assets', queueFor, async (page) => {
    await selectAll(page)
    const bar = page.getByRole('region', { name: /selected$/ })
    await bar.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('4 requests accepted').waitFor()
    await page.getByText('Recently decided by me', { exact: true }).click()
    await page.getByRole('button', { name: /^Undo .*Projector/ }).waitFor()
  }),
  scene('queue-deny', 'Manage Assets', queueFor, async (page) => {
    await page.getByRole('button', { name: /^Deny .*Projector/ }).click()
    await page.getByRole('dialog').getByLabel('Note').waitFor()
  }),
  scene('queue-failed', 'Manage Assets', queueFor, async (page, { assets }, admin) => {
    await selectAll(page)
    await admin.call('put', `/api/assets/${assets[1]?._id}`, { assetState: 'UP' })
    await admin.call('put', `/api/assets/${assets[2]?._id}`, { assetState: 'UP' })
    const bar = page.getByRole('region', { name: /selected$/ })
    await bar.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('Done: 2. Failed: 2.').waitFor()
  }),
  {
    name: 'queue-empty',
    heading: 'Manage Assets',
    steps: async ({ page, be }) => {
      await be(asha)
      const none = { total: 0, totalIsExact: true, from: 0, previous: null, next: null, last: null }
      await answerCalls(page, '/api/v1/state-changes?*', { json: { stateChanges: [], ...none } })
      await go(page, '/dashboard/manage-assets')
      await page.getByText('All requests have been decided.').waitFor()
    },
  },
]
