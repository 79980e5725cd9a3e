import { makeAsset } from '../support/assets.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

test('a person with only Reports sees Deleted Assets live, without actions', async ({
  page,
  enter,
  admin,
}) => {
  const asset = await makeAsset(admin)
  await admin.call('delete', `/api/assets/${asset._id}`)
  const name = newName('Auditor')
  await admin.call('post', '/api/v1/roles', { roleName: name, permissions: ['reports'] })
  await enter({ role: name.toLowerCase() })
  await page.goto('/dashboard/default')
  await page.getByRole('link', { name: 'Total Deleted Assets' }).click()
  await page.goto(`/dashboard/deleted-assets?search=${asset.assetTagId}`)
  await expect(page.getByRole('cell', { name: asset.assetTagId })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('link', { name: asset.assetName })).toHaveCount(0)
  await admin.call('post', '/api/v1/deleted-assets/restore', { ids: [asset._id] })
  await page.getByRole('button', { name: 'Show new rows' }).click()
  await expect(page.getByText('There are no records to display')).toBeVisible()
})
