import { readFile } from 'node:fs/promises'
import {
  bulkScreen,
  chairs,
  changeAsset,
  chooseAndUpload,
  csvFile,
  freezeImport,
  importNew,
  newTag,
  taggedChairs,
  undoImport,
} from '../support/imports.ts'
import { tabTo } from '../support/keyboard.ts'
import { expect, test } from '../support/story.ts'

test('a file is uploaded, looked at, applied and undone', { tag: '@narrow' }, async ({ page, enter }) => {
  await enter()
  await page.goto(bulkScreen)
  await chooseAndUpload(page, chairs(3))
  await expect(page.getByText('File uploaded: chairs.csv')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'New 3' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(3)
  await page.getByRole('button', { name: 'Apply: 3 new, 0 changed' }).click()
  await expect(page.getByText('3 registered, 0 changed, 0 wrong rows left out.')).toBeVisible()
  await undoImport(page)
  await expect(page.getByText(/^Everything is as it was before/)).toBeVisible()
})

test('an undo leaves what was changed since, and names it', { tag: '@narrow' }, async ({
  page,
  enter,
  admin,
}) => {
  await enter()
  const { tags, file } = taggedChairs(3)
  await importNew(page, file, 3)
  const changed = await changeAsset(admin, tags[1] ?? '')
  await undoImport(page)
  await expect(page.getByText(/^Undone, but for rows that could not go back: 1\./)).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Stayed 1' })).toHaveAttribute('aria-selected', 'true')
  const panel = page.getByRole('tabpanel')
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expect(panel).toContainText('Row 3')
  await expect(panel).toContainText(changed.assetTagId)
  await expect(panel).toContainText('The asset was changed after the import.')
})

test('rows of places that a person lost are neither shown nor undone', async ({ page, enter, admin }) => {
  const person = await enter()
  await importNew(page, chairs(2), 2)
  await admin.call('patch', `/api/v1/admin/user/${person.id}`, { location: 'mumbai' })
  await page.reload()
  await expect(page.getByText('Rows of places that you may no longer see are left out here.')).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(0)
  await undoImport(page)
  await expect(page.getByText(/^Undone, but for rows that could not go back: 2\./)).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'HI' }).click()
  await expect(page.getByText(/^वापस लिया गया, सिवाय उन पंक्तियों के जो वापस नहीं हो सकीं: 2/)).toBeVisible()
})

test('an import that is long over says that its rows are gone', async ({ page, enter }) => {
  await enter()
  await importNew(page, chairs(1), 1)
  const letGo = await freezeImport(page, { expiredAt: '2026-01-08T00:00:00Z' })
  await page.reload()
  await expect(page.getByText(/^1 registered, 0 changed/)).toBeVisible()
  await expect(page.getByText(/^It is too long ago: its rows were deleted/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo import' })).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove from list' })).toBeVisible()
  await letGo()
})

test('a step that failed is tried again', async ({ page, enter }) => {
  await enter()
  await importNew(page, chairs(1), 1)
  const message = 'It failed again and again. Please tell an administrator.'
  const letGo = await freezeImport(page, {
    status: 'failed',
    failedIn: 'undoing',
    message,
    code: 'job-failed-often',
  })
  await page.reload()
  await expect(page.getByRole('alert')).toHaveText(message)
  await expect(page.getByRole('button', { name: 'Cancel import' })).toHaveCount(0)
  await letGo()
  const tried = page.waitForRequest((request) => request.url().endsWith('/retry'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await tried
  // The real one did not fail, so the server has nothing to go on with.
  await expect(page.getByText('The import has moved on meanwhile.')).toBeVisible()
})

test('without a file nothing is sent', async ({ page, enter }) => {
  await enter()
  await page.goto(bulkScreen)
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText('Please select a file to upload.')
})

test('a file that is no table is refused with a reason', async ({ page, enter }) => {
  await enter()
  await page.goto(bulkScreen)
  const picture = { name: 'chairs.csv', mimeType: 'text/csv', buffer: Buffer.from([0x89, 0x50, 0, 0]) }
  await chooseAndUpload(page, picture)
  await expect(page.getByRole('alert')).toContainText('neither a CSV nor an XLSX file')
  await chooseAndUpload(page, csvFile([['RFID Tag', 'Asset Name']]))
  await expect(page.getByText('The file has a header but no rows.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove from list' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove from list' }).click()
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeVisible()
})

test('wrong rows are named, downloaded, corrected and uploaded again', async ({ page, enter }) => {
  await enter()
  await page.goto(bulkScreen)
  const tag = newTag()
  await chooseAndUpload(page, chairs(1, [tag, 'Office Chair', 'Indore', 'Sleeping', '']))
  const panel = page.getByRole('tabpanel')
  await expect(page.getByRole('tab', { name: 'Wrong 1' })).toHaveAttribute('aria-selected', 'true')
  await expect(panel).toContainText('Row 3')
  await expect(panel).toContainText('Sleeping')
  await expect(panel).toContainText('There is no such state.')
  await page.getByRole('button', { name: 'Apply: 1 new, 0 changed' }).click()
  await expect(page.getByText('1 registered, 0 changed, 1 wrong rows left out.')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download wrong rows' }).click()
  const file = await saving
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(tag)
  expect(text).toContain('There is no such state.')
  await page.getByRole('button', { name: 'Another file' }).click()
  const corrected = Buffer.from(text.replace('Sleeping', 'Working'))
  await chooseAndUpload(page, { name: file.suggestedFilename(), mimeType: 'text/csv', buffer: corrected })
  await expect(page.getByRole('tab', { name: 'New 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Apply: 1 new, 0 changed' }).click()
  await expect(page.getByText('1 registered, 0 changed, 0 wrong rows left out.')).toBeVisible()
})

test('a change is shown field by field, with what is cleared', async ({ page, enter }) => {
  await enter()
  await page.goto(bulkScreen)
  const tag = newTag()
  const file = (model: string, state: string) =>
    csvFile([
      ['RFID Tag', 'Asset Name', 'City', 'Asset State', 'Model'],
      [tag, 'Office Chair', 'Indore', state, model],
    ])
  await chooseAndUpload(page, file('Motion', 'Working'))
  await page.getByRole('button', { name: 'Apply: 1 new, 0 changed' }).click()
  await expect(page.getByText(/^1 registered/)).toBeVisible()
  await page.getByRole('button', { name: 'Another file' }).click()
  await chooseAndUpload(page, file('', 'Not-Working'))
  const panel = page.getByRole('tabpanel')
  await expect(panel).toContainText('Model: Motion → cleared')
  await expect(panel).toContainText('State: Working → Not-Working')
})

test('a column that was not recognised is said once, and remembered', async ({ page, enter }) => {
  await enter()
  await page.goto(bulkScreen)
  const file = () =>
    csvFile([
      ['Chip', 'Asset Name', 'City'],
      [newTag(), 'Office Chair', 'Indore'],
    ])
  await chooseAndUpload(page, file())
  await expect(page.getByRole('tab', { name: 'Wrong 1' })).toBeVisible()
  await page.getByLabel('Chip').selectOption({ label: 'RFID Tag' })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByRole('tab', { name: 'New 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Another file' }).click()
  await chooseAndUpload(page, file())
  await expect(page.getByText('Every column was recognised.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'New 1' })).toBeVisible()
})

test('a reload in the middle shows the progress again, and the import can be cancelled', async ({
  page,
  enter,
}) => {
  await enter()
  await page.goto(bulkScreen)
  await chooseAndUpload(page, chairs(2))
  await expect(page.getByRole('tab', { name: 'New 2' })).toBeVisible()
  const letGo = await freezeImport(page, { status: 'applying', progress: { done: 1, total: 2 } })
  await page.reload()
  await expect(page.getByRole('progressbar', { name: 'Applying' })).toHaveAttribute('aria-valuenow', '50')
  await expect(page.getByText('1 of 2 rows')).toBeVisible()
  await letGo()
  await page.reload()
  await page.getByRole('button', { name: 'Cancel import' }).click()
  await expect(page.getByText('Nothing of this file was kept.')).toBeVisible()
  await page.getByRole('button', { name: 'Another file' }).click()
  const recent = page.getByRole('region', { name: 'Recent imports' }).getByRole('listitem')
  await expect(recent.first()).toContainText('Cancelled')
})

test('the sample file is there to be filled in', async ({ page, enter }) => {
  await enter()
  await page.goto(bulkScreen)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download sample file' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('sample_file.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain('RFID Tag,Asset Name,Assigned User,City')
})

test('an import with the keyboard alone', async ({ page, enter }) => {
  await enter()
  await page.goto(bulkScreen)
  await page.getByLabel('Choose file').setInputFiles(chairs(1))
  await tabTo(page, page.getByRole('button', { name: 'Upload', exact: true }))
  await page.keyboard.press('Enter')
  const apply = page.getByRole('button', { name: 'Apply: 1 new, 0 changed' })
  await expect(apply).toBeVisible()
  await tabTo(page, apply)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^1 registered/)).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Undo import' }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Undo import' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Everything is as it was before/)).toBeVisible()
})
