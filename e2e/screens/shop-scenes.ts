import type { Page } from '@playwright/test'
import { picture } from '../support/pictures.ts'
import { go } from '../support/within.ts'
import { asha, type Scene } from './scene.ts'

const inShop = (
  name: string,
  heading: string,
  path: string,
  then?: (page: Page) => Promise<unknown>,
): Scene => ({
  name,
  heading,
  steps: async ({ page, be }) => {
    await be(asha)
    await go(page, `/dashboard/default${path}`)
    await then?.(page)
  },
})

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

export const shopScreens: Scene[] = [
  inShop('shop-overview', 'Overview', '/landing-v2'),
  inShop('shop-products', 'Products', '/products'),
  inShop('shop-categories', 'Categories', '/categories'),
  inShop('shop-orders', 'Orders', '/orders'),
  inShop('shop-reviews', 'Reviews', '/reviews'),
  inShop('shop-none', 'Reviews', '/reviews?search=nobody-wrote-this'),
  inShop('shop-new-product', 'Add product', '/products/create-product', async (page) => {
    await press('Publish product')(page)
    await page.getByRole('alert').waitFor()
  }),
  inShop('shop-product', 'Edit product', '/products/1', (page) =>
    page.getByLabel('Product images').setInputFiles([picture, { ...picture, name: 'other.svg' }]),
  ),
  inShop('shop-new-category', 'Add category', '/categories/create-category'),
  inShop('shop-category', 'Edit category', '/categories/2'),
  inShop('shop-new-order', 'Add order', '/orders/create-order'),
  inShop('shop-order', 'Edit order', '/orders/1'),
  inShop('shop-new-review', 'Add a review', '/reviews/create-review', async (page) => {
    await page.getByLabel('Product to rate').fill('Floor')
    await page.getByRole('option', { name: 'Floor lamp' }).waitFor()
  }),
  inShop('shop-review', 'Edit review', '/reviews/1'),
  {
    name: 'shop-read-only',
    alone: true,
    heading: 'उत्पाद संपादित करें',
    steps: async ({ page, be }) => {
      await be({ role: 'user management', name: 'Meera Iyer' })
      await go(page, '/dashboard/default/products/1')
      await page.getByRole('button', { name: 'HI' }).click()
      await page.reload()
    },
  },
]
