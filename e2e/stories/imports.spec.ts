import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  bulkScreen,
  chairs,
  changeAsset,
  chooseAndUpload,
  csvFile,
  importNew,
  newTag,
  taggedChairs,
  undoImport,
} from '../support/imports.ts'
import { expect, test } from '../support/story.ts'

test('the sample is downloaded, and a file is uploaded, previewed, applied and undone', {
  tag: '@narrow',
}, async ({ page, enter }) => {
  await enter()
  await page.goto(bulkScreen)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download sample file' }).click()
  const sample = await saving
  expect(sample.suggestedFilename()).toBe('sample_file.csv')
  expect(await readFile(await sample.path(), 'utf8')).toContain('RFID Tag,Asset Name,Assigned User,City')
  await chooseAndUpload(page, chairs(3))
  await expect(page.getByText('File uploaded: chairs.csv')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'New 3' })).toHaveAttribute('aria-selected', 'true')
  const rows = page.getByRole('tabpanel').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Place: Indore')
  await expect(rows.first()).toContainText('State: Working')
  await page.getByRole('button', { name: 'Register 3 assets' }).click()
  await expect(page.getByText('3 assets registered.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Registered 3' })).toHaveAttribute('aria-selected', 'true')
  const link = rows.first().getByRole('link', { name: /^A\d+ Office Chair$/ })
  await link.click()
  await expect(page.getByRole('dialog')).toContainText('Office Chair')
  await page.goBack()
  await undoImport(page)
  await expect(page.getByText('3 assets that it registered are in Deleted Assets.')).toBeVisible()
  await page.getByRole('link', { name: 'Open Deleted Assets' }).click()
  await expect(page.getByRole('heading', { name: 'Deleted Assets' })).toBeVisible()
})

test('missing columns are asked for once, and corrected column meanings are remembered', async ({
  page,
  enter,
}) => {
  await enter()
  await page.goto(bulkScreen)
  const rows = Array.from({ length: 3 }, () => [newTag(), 'Motion'])
  await chooseAndUpload(page, csvFile([['Chip', 'Model'], ...rows]))
  const questions = page.getByRole('region', { name: 'Missing from the file' })
  await expect(page.getByText('These rows are waiting for your answer above.')).toBeVisible()
  await questions.getByLabel('Which column contains the RFID tag?').selectOption('Chip')
  await questions.getByLabel('What are the new assets called?').fill('Office Chair')
  await expect(questions.getByLabel('Which state do the new assets have?')).toHaveValue('Working')
  await questions.getByLabel('Where are the new assets?').fill('Indore')
  await page
    .getByRole('option', { name: /^Indore/ })
    .first()
    .click()
  await expect(page.getByText('this preview is out of date')).toBeVisible()
  await questions.getByRole('button', { name: 'Check again with these answers' }).click()
  await expect(page.getByRole('tab', { name: 'New 3' })).toBeVisible()
  await page.getByRole('button', { name: 'Show columns' }).click()
  await page.getByLabel('Model').selectOption('serialNo')
  await expect(page.getByText('this preview is out of date')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Register 3 assets' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByLabel('Model').selectOption('model')
  await expect(page.getByText('this preview is out of date')).toBeHidden()
  await page.getByRole('button', { name: 'Register 3 assets' }).click()
  await expect(page.getByText('3 assets registered.')).toBeVisible()

  await page.getByRole('button', { name: 'Another file' }).click()
  const heads = ['Transponder', 'Asset Name', 'City']
  await chooseAndUpload(page, csvFile([heads, [newTag(), 'Office Chair', 'Indore']]))
  await expect(page.getByRole('tab', { name: 'Wrong 1' })).toBeVisible()
  await page.getByLabel('Transponder', { exact: true }).selectOption({ label: 'RFID Tag' })
  await page.getByRole('button', { name: 'Check again' }).first().click()
  await expect(page.getByRole('tab', { name: 'New 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Another file' }).click()
  await chooseAndUpload(page, csvFile([heads, [newTag(), 'Office Chair', 'Indore']]))
  await expect(page.getByText('All relevant columns were recognised.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'New 1' })).toBeVisible()
})

test('an undo lists unused masters of the import and rows that have changed since', async ({
  page,
  enter,
  admin,
}) => {
  await enter({ role: 'admin' })
  const { tags, file } = taggedChairs(1)
  await importNew(page, file, 1)
  await page.getByRole('button', { name: 'Another file' }).click()
  const brand = `Brand ${newTag().slice(-6)}`
  const heads = ['RFID Tag', 'Asset Name', 'City', 'Brand']
  await chooseAndUpload(page, csvFile([heads, [tags[0] ?? '', 'Office Chair', 'Indore', brand]]))
  await page.getByRole('button', { name: 'Change 1 asset' }).click()
  await expect(page.getByText('1 asset changed.')).toBeVisible()
  await undoImport(page)
  await expect(page.getByText('1 asset is as it was before.')).toBeVisible()
  const made = page.getByRole('region', { name: 'Master records created by this import' })
  await expect(made).toContainText(brand)
  await made.getByRole('button', { name: 'Remove 1 unused record' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove 1 unused record' }).click()
  await expect(page.getByText('1 master record removed.')).toBeVisible()
  await expect(made).toBeHidden()

  const more = taggedChairs(3)
  await importNew(page, more.file, 3)
  const changed = await changeAsset(admin, more.tags[1] ?? '')
  await undoImport(page)
  await expect(page.getByText('1 row could not be undone and was left as it is.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Not undone 1' })).toHaveAttribute('aria-selected', 'true')
  const panel = page.getByRole('tabpanel')
  const reason = panel.getByRole('button', { name: /The asset was changed after the import.*1 row/ })
  await expect(reason).toBeVisible()
  await expect(panel).toContainText('Row 3')
  await expect(panel).toContainText(changed.assetTagId)
})

test('rows of places that the person no longer sees are neither shown nor undone', async ({
  page,
  enter,
  admin,
}) => {
  const person = await enter()
  await importNew(page, chairs(2), 2)
  await admin.call('patch', `/api/v1/admin/user/${person.id}`, { location: 'mumbai' })
  await page.reload()
  await expect(page.getByText('Rows in places you can no longer see are not shown here.')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(0)
  await undoImport(page)
  await expect(page.getByText('2 rows could not be undone and were left as they are.')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText(/^Row \d/)).toHaveCount(0)
  await page.getByRole('button', { name: /^HI / }).click()
  await expect(page.getByText('2 पंक्तियाँ वापस नहीं ली जा सकीं और वैसी ही हैं।')).toBeVisible()
})

/** Neither binary data nor a header alone is a table. */
async function uploadNoTables(page: Page) {
  const picture = { name: 'chairs.csv', mimeType: 'text/csv', buffer: Buffer.from([0x89, 0x50, 0, 0]) }
  await chooseAndUpload(page, picture)
  await expect(page.getByRole('alert')).toContainText('neither a CSV nor an XLSX file')
  await chooseAndUpload(page, csvFile([['RFID Tag', 'Asset Name']]))
  await expect(page.getByText('The file has a header but no rows.')).toBeVisible()
  await page.getByRole('button', { name: 'Another file' }).click()
}

test('a file without a table is rejected with a reason; wrong rows are downloaded, corrected and uploaded again', async ({
  page,
  enter,
}) => {
  await enter()
  await page.goto(bulkScreen)
  await uploadNoTables(page)
  const tag = newTag()
  await chooseAndUpload(page, chairs(1, [tag, 'Office Chair', 'Indore', 'Sleeping', '']))
  const panel = page.getByRole('tabpanel')
  await expect(page.getByRole('tab', { name: 'Wrong 1' })).toHaveAttribute('aria-selected', 'true')
  await expect(panel.getByRole('combobox', { name: 'Asset State, row 3' })).toHaveValue('Sleeping')
  await expect(panel).toContainText('This state does not exist.')
  await page.getByRole('button', { name: 'Register 1 asset' }).click()
  await expect(page.getByText('1 asset registered, 1 row skipped.')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download wrong rows' }).click()
  const file = await saving
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(tag)
  expect(text).toContain('This state does not exist.')
  await page.getByRole('button', { name: 'Another file' }).click()
  const corrected = Buffer.from(text.replace('Sleeping', 'Working'))
  await chooseAndUpload(page, { name: file.suggestedFilename(), mimeType: 'text/csv', buffer: corrected })
  await expect(page.getByRole('tab', { name: 'New 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Register 1 asset' }).click()
  await expect(page.getByText('1 asset registered.')).toBeVisible()
})
