import type { Page } from '@playwright/test'
import { viewAssets } from '../support/assets.ts'
import { showJobs } from '../support/bulk-jobs.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, type Scene } from './scene.ts'

const job = (number: number, given: object) => ({
  _id: `00000000-0000-7000-8000-00000000000${number}`,
  ...{ work: 'move-assets', subject: 'Indore > North Zone > Head Office', status: 'done', total: 248_000 },
  ...{ done: 248_000, failed: 0, results: [], message: null, code: null, undone: false, undoable: false },
  ...{ createdAt: new Date(Date.now() - number * 3_600_000).toISOString(), finishedAt: null },
  ...given,
})

const failures = Array.from({ length: 12 }, (_, at) => ({
  _id: `00000000-0000-7000-8000-0000000000${at + 10}`,
  ...{ assetTagId: `A00004${at + 10}`, ok: false, message: 'Asset not found.', code: 'asset-not-found' },
}))

const jobs = [
  job(1, { status: 'running', done: 96_000 }),
  job(2, {
    work: 'delete-assets',
    subject: 'Sold',
    done: 12_988,
    failed: 12,
    results: failures,
    undoable: true,
  }),
  job(3, { work: 'assign-assets', subject: 'Facilities Team', status: 'cancelled', done: 4000 }),
  job(4, { status: 'failed', done: 0, message: 'This place does not exist.', code: 'place-unknown' }),
  job(5, { work: 'restore-assets', subject: null }),
  job(6, { work: 'merge-masters', subject: 'Godrej Interio → Godrej', status: 'cancelled', done: 31_000 }),
  job(7, { work: 'move-place', subject: 'Pune > Airport Campus', status: 'running', done: 120_000 }),
]

const scene = (name: string, heading: string, then: (page: Page) => Promise<unknown>): Scene => ({
  name,
  heading,
  // The page is reloaded in the other language.
  alone: name.endsWith('-hindi'),
  steps: async ({ page, be }: SceneStage) => {
    await be(asha)
    await showJobs(page, jobs)
    await go(page, viewAssets)
    await then(page)
  },
})

const openList = (page: Page) => page.getByRole('button', { name: 'Bulk changes running: 2' }).click()
const open = async (page: Page, name: string) => {
  await openList(page)
  await page
    .getByRole('button', { name: `Open ${name}` })
    .first()
    .click()
}

export const bulkJobScreens: Scene[] = [
  scene('bulk-jobs', 'View Assets', async (page) => {
    await openList(page)
    await page.getByRole('listitem').filter({ hasText: 'Facilities Team' }).waitFor()
  }),
  scene('bulk-job-running', 'View Assets', async (page) => {
    await open(page, 'Move assets')
    await page.getByRole('progressbar').waitFor()
  }),
  scene('bulk-job-outcome', 'View Assets', async (page) => {
    await open(page, 'Delete assets')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
  }),
  scene('bulk-job-failed', 'View Assets', async (page) => {
    await openList(page)
    await page.getByRole('button', { name: 'Open Move assets' }).nth(1).click()
    await page.getByText('The bulk change stopped early.').waitFor()
  }),
  scene('bulk-job-merge-stopped', 'View Assets', async (page) => {
    await open(page, 'Merge Godrej')
    await page.getByText('Both records still exist.').waitFor()
  }),
  scene('bulk-job-move', 'View Assets', async (page) => {
    await open(page, 'Move assets with')
    await page.getByRole('button', { name: 'Move it back' }).waitFor()
  }),
  scene('bulk-job-move-hindi', 'एसेट देखें', async (page) => {
    await page.getByRole('button', { name: 'HI' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'जारी सामूहिक बदलाव: 2' }).click()
    await page.getByRole('button', { name: /Airport Campus/ }).click()
    await page.getByRole('button', { name: 'वापस स्थानांतरित करें' }).waitFor()
  }),
  scene('bulk-jobs-hindi', 'एसेट देखें', async (page) => {
    await page.getByRole('button', { name: 'HI' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'जारी सामूहिक बदलाव: 2' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Facilities Team' }).waitFor()
  }),
]
