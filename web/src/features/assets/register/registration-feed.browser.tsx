import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assetNumbered, respondToAssets } from '../../../../test/assets.ts'
import { reject, respond, sentTo } from '../../../../test/responses.ts'
import { scan } from '../../../../test/scanner.ts'
import { openScreen } from '../../../../test/screen.tsx'

const nameBox = page.getByRole('combobox', { name: 'Asset Name' })
const city = page.getByLabelText('Location')
const feed = page.getByRole('region', { name: 'Just registered' })
const last = feed.getByRole('status')
const tagNumbered = (at: number) => `E28011700000020FABCD${String(at).padStart(4, '0')}`

const registering = () =>
  respond(assets.register, ({ body }) => {
    const { rfidTag, assetName } = body as Asset
    const number = Number((rfidTag ?? '').slice(-4))
    return { asset: assetNumbered(number, { rfidTag, assetName }), message: 'Registered.' }
  })

beforeEach(() => localStorage.clear())

async function open() {
  respondToAssets([])
  registering()
  await page.viewport(1280, 900)
  await openScreen('/dashboard/default/manage-asset/asset-registration')
  await expect.element(city.getByRole('option', { name: 'Indore' })).toBeInTheDocument()
  await nameBox.fill('Desk')
  await city.selectOptions('indore')
  await page.getByRole('checkbox', { name: 'Reuse these values for the next asset' }).click()
  await page.getByRole('checkbox', { name: 'Register as soon as a tag is scanned' }).click()
}

test('five assets are registered by five scans and no key, next to their form', async () => {
  await open()
  for (const at of [1, 2, 3, 4, 5]) {
    await scan(tagNumbered(at))
    await expect.element(last).toHaveTextContent(`${assetNumbered(at).assetTagId}DeskIndore`)
  }
  await expect.element(feed.getByText('5 registered, 0 to correct')).toBeVisible()
  expect(sentTo(assets.register)).toHaveLength(5)
  const form = page.getByRole('textbox', { name: 'RFID Tag' }).element().getBoundingClientRect()
  expect(feed.element().getBoundingClientRect().left).toBeGreaterThan(form.right)
  const sound = feed.getByRole('button', { name: 'Sound' })
  await sound.click()
  await expect.element(sound).toHaveAttribute('aria-pressed', 'false')
  expect(localStorage.getItem('registration:sound')).toBe('false')
})

test('a rejected scan is corrected in its row of the feed, with the values of its form', async () => {
  await open()
  reject(assets.register, 'tag-in-use')
  await scan(tagNumbered(1))
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  registering()
  await scan(tagNumbered(2))
  await expect.element(feed.getByText('1 registered, 1 to correct')).toBeVisible()
  const box = feed.getByRole('textbox', { name: `Correct the tag ${tagNumbered(1)}` })
  await page.viewport(390, 844)
  await userEvent.fill(box, tagNumbered(3))
  reject(assets.register, 'tag-in-use')
  await userEvent.keyboard('{Enter}')
  await expect.element(feed.getByRole('alert')).toBeVisible()
  await expect.element(box).toHaveValue(tagNumbered(3))
  registering()
  await userEvent.click(box)
  await userEvent.keyboard('{Enter}')
  await expect.element(feed.getByText('2 registered, 0 to correct')).toBeVisible()
  expect(sentTo(assets.register).at(-1)?.body).toMatchObject({ rfidTag: tagNumbered(3), assetName: 'Desk' })
})
