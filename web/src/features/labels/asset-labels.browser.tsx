import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { assetNumbered, respondToAssets } from '../../../test/assets.ts'
import { openScreen } from '../../../test/screen.tsx'

const labels = page.getByRole('listitem')

test('the filtered list becomes labels with the text of the owner, which the device keeps', async () => {
  respondToAssets([assetNumbered(1), assetNumbered(2, { assetState: 'Not-Working' })])
  const router = await openScreen('/dashboard/default/manage-asset/print-assets?state=Working')
  await page.getByRole('link', { name: 'Print labels' }).click()
  await expect.element(page.getByText('1 label')).toBeVisible()
  await page.getByLabelText('Text on each label').fill('Property of the city')
  await expect.element(labels).toHaveTextContent('A1001Chair 1Property of the city')
  await router.navigate({ href: '/dashboard/default/manage-asset/asset-labels?search=Chair+2' })
  await expect.element(labels).toHaveTextContent('A1002Chair 2Property of the city')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/default/manage-asset/view-assets')
})
