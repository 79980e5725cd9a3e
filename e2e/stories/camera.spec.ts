import type { Page } from '@playwright/test'
import { makeAsset, newTag, panelOf } from '../support/assets.ts'
import { filmQrCode, refuseCamera } from '../support/fake-camera.ts'
import { expect, test } from '../support/story.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const form = '/dashboard/default/manage-asset/asset-registration'
const openCamera = (page: Page) => page.getByRole('button', { name: 'Scan with the camera' }).click()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Scan with the camera' })

test('a phone scans a QR code into the form, keeps the input, and finds the asset by it', async ({
  page,
  enter,
  admin,
}) => {
  await enter({ role: 'admin' })
  const tag = newTag()
  await filmQrCode(page, tag)
  await page.goto(form)
  await expect(page.getByText('Choose an image')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Take a photo' })).toBeVisible()
  await expect(page.getByText(/drop|Esc\b/)).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Asset Name' }).fill('Projector')
  await openCamera(page)
  await expect(page.getByRole('textbox', { name: 'RFID Tag' })).toHaveValue(tag)
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Asset Name' })).toHaveValue('Projector')

  const asset = await makeAsset(admin, { rfidTag: tag })
  await page.goto('/dashboard/default')
  await page.getByRole('button', { name: 'Scan a tag' }).click()
  await openCamera(page)
  await expect(panelOf(page, asset)).toBeVisible()
})

test('without a camera one sentence says why', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  for (const [error, sentence] of [
    ['NotAllowedError', 'The camera is blocked for this site.'],
    ['NotFoundError', 'No camera was found on this device.'],
    ['NotReadableError', 'Another program may be using it.'],
  ] as const) {
    await refuseCamera(page, error)
    await page.goto(form)
    await openCamera(page)
    await expect(dialog(page).getByRole('alert')).toContainText(sentence)
  }
  await page.addInitScript(`Object.defineProperty(globalThis, 'isSecureContext', { value: false })`)
  await page.goto(form)
  await openCamera(page)
  await expect(dialog(page).getByRole('alert')).toContainText('only over a secure connection (https)')
})
