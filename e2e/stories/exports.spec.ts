import { readFile } from 'node:fs/promises'
import type { BrowserContext, Download, Page } from '@playwright/test'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

const view = '/dashboard/default/manage-asset/view-assets'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'Preparing your Excel file...' })
const textOf = async (file: Download) => readFile(await file.path(), 'utf8')

type Admin = { call: (method: 'post', path: string, data: object) => Promise<unknown> }

/** Assets that only a search for this name finds. */
async function stock(admin: Admin, count: number) {
  const name = newName('Exported')
  const tags = Array.from({ length: count }, (_, n) => `E2${Date.now()}${Math.random()}${n}`.replace('.', ''))
  for (const rfidTag of tags)
    await admin.call('post', '/api/assets/register', { rfidTag, assetName: name, location: 'indore' })
  return { name, tags }
}

async function choose(page: Page, format: 'CSV' | 'Excel', columns?: string) {
  await button(page, 'Export').click()
  if (columns !== undefined) await page.getByRole('radio', { name: columns }).check()
  await button(page, format).click()
}

/** From now on exports are not ready until the story releases them. */
async function holdReady(page: Page) {
  let held = true
  await page.route(/\/api\/v1\/exports(\/[\w-]{36})?$/, async (route) => {
    if (!held || route.request().method() !== 'GET') return route.fallback()
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({
      response: answer,
      body: text
        .replaceAll('"status":"ready"', '"status":"writing"')
        .replace(/"rows":\d+,"total":\d+/g, '"rows":1200,"total":5000'),
    })
  })
  return () => {
    held = false
  }
}

test('View Assets exports the filtered list: as CSV with the visible or all columns, and as Excel', async ({
  page,
  enter,
  admin,
}) => {
  const { name, tags } = await stock(admin, 2)
  await stock(admin, 1)
  await enter({ role: 'user' })
  await page.goto(`${view}?search=${encodeURIComponent(name)}`)
  await expect(page.getByText('Showing 1 to 2 of 2 entries')).toBeVisible()
  const download = page.waitForEvent('download')
  await choose(page, 'CSV')
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^assets-[\d-]+\.csv$/)
  const [titles, ...rows] = (await textOf(file)).trim().split('\n')
  expect(titles).toBe('Asset Tag ID,RFID Tag,Asset Name,Assigned User,City,MM,Property,AoU,Room,Asset State')
  expect(rows).toHaveLength(2)
  for (const tag of tags) expect(rows.join()).toContain(tag.toUpperCase())
  await expect(page.getByText('Your download has started.')).toBeVisible()

  const whole = page.waitForEvent('download')
  await choose(page, 'CSV', 'All')
  expect(await textOf(await whole)).toContain('Rental Start Date (YYYY-MM-DD),Rental Period (months)')
  const workbook = page.waitForEvent('download')
  await choose(page, 'Excel')
  await expect(notice(page)).toBeVisible()
  const excel = await workbook
  expect(excel.suggestedFilename()).toMatch(/^assets-[\d-]+\.xlsx$/)
  expect((await textOf(excel)).slice(0, 2)).toBe('PK')
  await expect(notice(page)).toHaveCount(0)
})

/** A tab that did not request the workbook offers it, and downloads it on demand. */
async function takeInOtherTab(context: BrowserContext) {
  const other = await context.newPage()
  const letOtherGo = await holdReady(other)
  await other.goto(view)
  await expect(notice(other)).toBeVisible()
  letOtherGo()
  await expect(other.getByText('Your Excel file is ready.')).toBeVisible()
  const download = other.waitForEvent('download')
  await button(other, 'Download').click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  await other.close()
}

test('an Excel export shows its progress, also after a reload, and downloads once: another tab only offers it', async ({
  page,
  enter,
  admin,
  context,
}) => {
  const { name } = await stock(admin, 1)
  await enter({ role: 'user' })
  const letGo = await holdReady(page)
  const downloads: Download[] = []
  page.on('download', (file) => downloads.push(file))
  await page.goto(`${view}?search=${encodeURIComponent(name)}`)
  await choose(page, 'Excel')
  await expect(notice(page)).toContainText('1,200 of 5,000 rows')
  await page.reload()
  await expect(notice(page)).toContainText('1,200 of 5,000 rows')
  expect(downloads).toHaveLength(0)
  await takeInOtherTab(context)
  letGo()
  await expect(page.getByText('Your download has started.')).toBeVisible()
  await expect.poll(() => downloads.length).toBe(1)
  await page.reload()
  await expect(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  // The next download is the next one requested: the workbook is not downloaded again before it.
  await choose(page, 'CSV')
  await expect.poll(() => downloads.length).toBe(2)
  expect(downloads[1]?.suggestedFilename()).toMatch(/\.csv$/)
})

test('exports are listed and downloaded again; an administrator sees them but gets no file', async ({
  page,
  enter,
}) => {
  const { name } = await enter({ role: 'user' })
  await page.goto('/dashboard/default/masters/brand-master')
  const first = page.waitForEvent('download')
  await choose(page, 'CSV')
  await first
  await button(page, 'Export').click()
  await page.getByRole('link', { name: 'Recent exports' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Exports')
  await expect(page.getByRole('listitem').filter({ hasText: 'Brands (CSV)' })).toContainText('Ready')
  await expect(page.getByRole('radio', { name: "Everyone's" })).toHaveCount(0)
  const again = page.waitForEvent('download')
  await button(page, 'Download: Brands (CSV)').click()
  expect(await textOf(await again)).toMatch(/^ID,Name,/)

  await enter({ role: 'admin' })
  await page.goto('/dashboard/default/exports')
  await expect(page.getByText('No exports yet.')).toBeVisible()
  await page.getByText("Everyone's", { exact: true }).click()
  const theirs = page.getByRole('listitem').filter({ hasText: name })
  await expect(theirs).toContainText('Brands (CSV)')
  await expect(theirs.getByRole('button')).toHaveCount(0)

  for (const [screen, titles] of [
    ['/dashboard/default/view-roles', 'ID,Role Name,Permissions,Users'],
    ['/dashboard/manage-assets', 'Asset Tag Id,Asset Name,Current State,New State,Reason,Created By,'],
  ] as const) {
    await page.goto(screen)
    const download = page.waitForEvent('download')
    await choose(page, 'CSV')
    expect((await textOf(await download)).slice(0, titles.length)).toBe(titles)
  }
})
