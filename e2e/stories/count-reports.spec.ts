import { countAddress, newTags, openRoom, readFile, unsentBar, waitForWorker } from '../support/counting.ts'
import { picture } from '../support/pictures.ts'
import { expect, test } from '../support/story.ts'

test.setTimeout(180_000)

type Devices = { devices: { unsent: number }[] }

test('a device reports unsent reads and its end, and shows that late reads went to the manager', async ({
  page,
  context,
  admin,
}) => {
  const reports: { unsent: number; taken: boolean }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/devices'))
      reports.push(request.postDataJSON())
  })
  const counted = await openRoom({ page, admin })
  const unsentAtServer = async () => {
    const path = `/api/v1/inventories/${counted.inventory._id}/progress`
    const { devices } = (await admin.call('get', path)) as Devices
    return devices.map(({ unsent }) => unsent)
  }
  await expect.poll(() => reports.at(-1)).toMatchObject({ unsent: 0, taken: true })
  await waitForWorker(page)

  await context.setOffline(true)
  await readFile(page, newTags(3))
  await page.getByRole('button', { name: 'Seen without tag' }).click()
  await page.getByLabel('Photo', { exact: true }).setInputFiles(picture)
  await page.getByLabel('What is it?').fill('A lamp')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(unsentBar(page)).toContainText('4 reads to send')
  await context.setOffline(false)
  await expect(unsentBar(page)).toContainText('Everything is sent', { timeout: 45_000 })
  await expect.poll(unsentAtServer).toEqual([0])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Room one')
  await expect.poll(() => reports.at(-1)).toMatchObject({ unsent: 0, taken: true })
  await expect.poll(unsentAtServer).toEqual([0])

  await page.getByRole('button', { name: 'All rooms' }).click()
  await page.getByRole('button', { name: 'All inventories' }).click()
  await expect.poll(() => reports.at(-1)).toMatchObject({ unsent: 0, taken: false })

  await page.goto(countAddress(counted))
  await page.getByText('Ready to scan').waitFor()
  await admin.call('post', `/api/v1/inventories/${counted.inventory._id}/review`, {})
  await readFile(page, newTags(9))
  await expect(unsentBar(page)).toContainText('9 reads arrived after counting ended')
  await expect(unsentBar(page)).toContainText('The manager decides whether to include them')
  await unsentBar(page).getByRole('button', { name: 'Details' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Understood' }).click()
  await expect(unsentBar(page)).toContainText('Everything is sent')
})
