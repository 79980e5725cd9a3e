import type { Page } from '@playwright/test'
import { newName } from '../support/people.ts'
import { picture } from '../support/pictures.ts'
import { expect, test } from '../support/story.ts'

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click()
const heading = (page: Page, text: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(text)

async function addProduct(page: Page, name: string) {
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').fill('products')
  await page.getByRole('option', { name: /Products.*Shop \(sample\)/ }).click()
  await follow(page, 'Add product')
  await page.getByLabel('Title', { exact: true }).fill(name)
  await page.getByLabel('Base price').fill('120')
  await page.getByLabel('Discount price').fill('130')
  await page.getByLabel('Product images').setInputFiles([picture, { ...picture, name: 'other.svg' }])
  await press(page, 'Save draft')
  await expect(page.getByRole('alert')).toHaveText('The discount price cannot be above the base price.')
  await page.getByLabel('Discount price').fill('99.50')
  await press(page, 'Save draft')
  await heading(page, 'Products')
  await page.getByPlaceholder('Search products...').fill(name)
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText(/In stock\s*Draft\s*\$99\.50/)
  await follow(page, name)
  await expect(page.getByRole('img', { name: /^Image \d$/ })).toHaveCount(2)
  await press(page, 'Remove image 1')
  await press(page, 'Publish product')
  await heading(page, 'Products')
}

async function addOrder(page: Page, name: string) {
  await page.goto('/dashboard/default/orders/create-order')
  const totals = page.getByRole('status').filter({ hasText: 'Total price' })
  await expect(totals).toHaveText('Total products0Total price$0')
  const facts = {
    ...{
      'Customer name': name,
      Lastname: 'Gupta',
      Country: 'India',
      'Street and house number': 'MG Road 1',
    },
    ...{ City: 'Indore', 'Zip code': '452001', 'Phone number': '0731', 'Email address': 'a@example.com' },
  }
  for (const [label, value] of Object.entries(facts))
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByLabel('Search products').fill(name)
  await page.getByRole('option', { name }).click()
  await page.getByLabel('Quantity', { exact: true }).fill('2')
  await press(page, 'Add product')
  await expect(totals).toHaveText('Total products2Total price$199')
  await page.getByLabel(`Quantity of ${name}`).fill('4')
  await expect(totals).toHaveText('Total products4Total price$398')
  await press(page, 'Add order')
  await heading(page, 'Orders')
  await page.getByLabel('Sort by').selectOption('newest')
  await expect(page).toHaveURL(/sort=newest/)
  await expect(page.getByRole('row').nth(1)).toContainText(new RegExp(`${name} Gupta.*Processing.*\\$398`))
}

async function addReview(page: Page, name: string) {
  await page.goto('/dashboard/default/reviews')
  await follow(page, 'Add a review')
  await page.getByLabel('Product to rate').fill(name)
  await page.getByRole('option', { name }).click()
  await page.getByLabel('Rating (1-5)').fill('6')
  await page.getByLabel('Review text').fill('Rolls well.')
  await press(page, 'Add a review')
  await expect(page.getByRole('alert')).toHaveText('Please give a rating from 1 to 5.')
  await page.getByLabel('Rating (1-5)').fill('4')
  await press(page, 'Add a review')
  await heading(page, 'Reviews')
  await page.getByPlaceholder('Search reviews...').fill(name)
  await expect(page.getByRole('row').nth(1)).toContainText('Rolls well.')
  await expect(page.getByRole('img', { name: '4 of 5' })).toBeVisible()
  await press(page, 'Export')
  const download = page.waitForEvent('download')
  await press(page, 'CSV')
  await download
}

test('a product is drafted, published, ordered at its price and reviewed, and the overview counts it', async ({
  page,
  enter,
}) => {
  test.setTimeout(90_000)
  const name = newName('Trolley')
  await enter({ role: 'admin', location: 'pune' })
  await page.goto('/dashboard/default/landing-v2')
  const revenue = page.getByRole('listitem').filter({ hasText: 'Revenue' }).locator('strong')
  const before = Number((await revenue.textContent())?.replace(/\D/g, ''))
  await expect(page.getByRole('table')).toContainText('Spendings')

  await test.step('the palette opens the product', () => addProduct(page, name))

  await test.step('an order of three updates its totals', () => addOrder(page, name))

  await test.step('a review takes a rating from 1 to 5', () => addReview(page, name))

  await page.goto('/dashboard/default/landing-v2')
  await expect
    .poll(async () => Number((await revenue.textContent())?.replace(/\D/g, '')))
    .toBeGreaterThanOrEqual(before + 398)
})

test('a category proposes its slug, cannot be its own ancestor and can be deleted; others only read', {
  tag: '@narrow',
}, async ({ page, enter }) => {
  test.setTimeout(90_000)
  const [outer, inner] = [newName('Büro'), newName('Innen')]
  await enter({ role: 'admin' })
  for (const title of [outer, inner]) {
    await page.goto('/dashboard/default/categories/create-category')
    await page.getByLabel('Title', { exact: true }).fill(title)
    await expect(page.getByLabel('Slug')).toHaveValue(title.toLowerCase().replace('ü', 'u').replace(' ', '-'))
    if (title === inner) await page.getByLabel('Parent category').selectOption({ label: outer })
    await press(page, 'Add category')
    await heading(page, 'Categories')
  }
  await page.getByRole('searchbox', { name: 'Search' }).fill(outer)
  await follow(page, outer)
  await expect(page.getByLabel('Parent category').getByRole('option', { name: outer })).toHaveCount(0)
  await page.getByLabel('Parent category').selectOption({ label: inner })
  await press(page, 'Update category')
  await expect(page.locator('form').getByRole('alert')).toHaveText(
    'A category cannot be inside itself or one of its own subcategories.',
  )
  await page.getByLabel('Parent category').selectOption('')
  await press(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Other records use it, so it cannot be deleted.')).toBeVisible()

  await page.goto(`/dashboard/default/categories?search=${encodeURIComponent(inner)}`)
  await follow(page, inner)
  await press(page, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await heading(page, 'Categories')
  await expect(page.getByText('Category deleted')).toBeVisible()

  await enter({ role: 'user management' })
  await page.goto('/dashboard/default/categories/1')
  await expect(page.getByText('To change it you need the Master permission')).toBeVisible()
  await expect(page.getByLabel('Title', { exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Update category' })).toHaveCount(0)
  await page.goto('/dashboard/default/categories/create-category')
  await expect(page).toHaveURL('/unauthorized')
  await page.goto('/dashboard/default/categories/999999')
  await heading(page, 'Page not found')
})
