import { type Asset, assets } from '@ats/contract/assets/assets.ts'
import { type TagSeries, tagNumbers } from '@ats/contract/tag-series.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { assetNumbered, respondToAssets } from '../../../../test/assets.ts'
import { pressOn, tabTo } from '../../../../test/keyboard.ts'
import { breakOff, hold, reject, respond, sentTo } from '../../../../test/responses.ts'
import { scan } from '../../../../test/scanner.ts'
import { openScreen } from '../../../../test/screen.tsx'
import { tagSeriesNumbered } from '../../../../test/tag-series.ts'

const form = '/dashboard/default/manage-asset/asset-registration'
const tagBox = page.getByRole('textbox', { name: 'RFID Tag' })
const nameBox = page.getByRole('combobox', { name: 'Asset Name' })
const city = page.getByLabelText('Location')
const submit = page.getByRole('button', { name: 'Register Asset' })
const registered = page.getByText('Asset Registered Successfully!').first()
const recent = page.getByRole('region', { name: 'Just registered' }).getByRole('listitem')
const tag = 'E28011700000020FABCD0001'

async function open(address = form, known: Asset[] = [], series: TagSeries[] = []) {
  respondToAssets(known)
  respond(tagNumbers.list, { series })
  respond(assets.register, ({ body }) => {
    const { rfidTag, assetName } = body as Asset
    return {
      asset: assetNumbered(sentTo(assets.register).length, { rfidTag, assetName }),
      message: 'Registered.',
    }
  })
  const router = await openScreen(address)
  await expect.element(city).toBeEnabled()
  await expect.element(city.getByRole('option', { name: 'Indore' })).toBeInTheDocument()
  return router
}

async function fill(values: { tag?: string; name?: string; city?: string } = {}) {
  await tagBox.fill(values.tag ?? tag)
  await nameBox.fill(values.name ?? 'Desk')
  await city.selectOptions(values.city ?? 'indore')
}

test('without a tag, a name or a city nothing is registered, and no input is lost', async () => {
  await open()
  for (const [wrong, values] of [
    [tagBox, { tag: '   ' }],
    [nameBox, { name: '   ' }],
    [city, { city: '' }],
  ] as const) {
    await fill(values)
    await submit.click()
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('All required fields must be filled, including location.')
    await expect.element(wrong).toHaveFocus()
    if (wrong !== tagBox) await expect.element(tagBox).toHaveValue(tag)
    if (wrong !== nameBox) await expect.element(nameBox).toHaveValue('Desk')
  }
  expect(sentTo(assets.register)).toEqual([])
})

test('a tag in use is reported once, at the tag field, with a link to its asset', async () => {
  const holder = assetNumbered(7)
  await open(form, [holder])
  await fill({ tag: holder.rfidTag?.toLowerCase() ?? '' })
  const taken = page.getByRole('alert')
  await expect.element(taken).toHaveTextContent('This tag is already on A1007 Chair 7')
  reject(assets.register, 'tag-on-asset', { assetTagId: 'A1007', assetName: 'Chair 7' }, 'rfidTag')
  await submit.click()
  await expect.element(tagBox).toHaveFocus()
  await expect.element(taken).toHaveTextContent('This tag is already on A1007 Chair 7')
  await page.getByRole('link', { name: 'A1007 Chair 7' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Chair 7' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(tagBox).toHaveValue(holder.rfidTag?.toLowerCase())
})

test('an asset is registered with the keyboard alone, and its values are kept for the next', async () => {
  await open()
  await tabTo(tagBox)
  await tagBox.fill('34 14 25 7B F4 00 00 00 00 00 16 2E')
  await expect
    .element(page.getByText('Encoded in the tag: GIAI · Company prefix 0614141 · Reference 5678'))
    .toBeVisible()
  await tabTo(nameBox)
  await userEvent.keyboard('Monitor')
  await tabTo(city)
  await userEvent.keyboard('Pune')
  await expect.element(city).toHaveValue('pune')
  await tabTo(page.getByRole('checkbox', { name: 'Reuse these values for the next asset' }))
  await userEvent.keyboard(' ')
  await pressOn(submit)
  await expect.element(registered).toBeVisible()
  await expect.element(tagBox).toHaveFocus()
  await expect.element(tagBox).toHaveValue('')
  await expect.element(nameBox).toHaveValue('Monitor')
  await expect.element(city).toHaveValue('pune')
  await tagBox.fill(tag)
  await submit.click()
  await expect.element(recent.nth(1)).toBeVisible()
  await expect.element(page.getByText('Reserve a number from')).not.toBeInTheDocument()
  expect(sentTo(assets.register)[1]?.body).toMatchObject({
    rfidTag: tag,
    assetName: 'Monitor',
    location: 'pune',
  })
})

test('a failure keeps the input, a retry uses the same key, and a form is not sent twice', async () => {
  await open()
  breakOff(assets.register)
  await fill()
  await submit.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to register asset.')
  await expect.element(nameBox).toHaveValue('Desk')
  const letGo = hold(assets.register, { asset: assetNumbered(1), message: 'Registered.' })
  await submit.click()
  await expect.element(page.getByRole('button', { name: 'Registering...' })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  letGo()
  await expect.element(registered).toBeVisible()
  const keys = sentTo(assets.register).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('a place sets its city, more details are collapsed, and an invalid one expands them', async () => {
  await open()
  await expect.element(page.getByLabelText('Serial No.')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'More details' }).click()
  await tagBox.fill(tag)
  await nameBox.fill('Shelf')
  await page.getByLabelText('Place', { exact: true }).fill('Pune Warehouse')
  await page.getByRole('option', { name: /^Pune Warehouse/ }).click()
  await expect.element(city).toHaveValue('pune')
  const period = page.getByLabelText('Rental Period (in Months)')
  await period.fill('twelve')
  await page.getByRole('button', { name: 'More details' }).click()
  await submit.click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('The rental period must be a whole number of months, at most 999.')
  await expect.element(period).toHaveFocus()
})

test('a file that is no image is rejected, and leaving a half-filled form asks for confirmation', async () => {
  const router = await open('/dashboard/pune/manage-asset/asset-registration')
  await expect.element(city).toHaveValue('pune')
  await page
    .getByLabelText('Image', { exact: true })
    .upload(new File(['a,b'], 'list.csv', { type: 'text/csv' }))
  await expect.element(page.getByText('Please choose an SVG, PNG, JPG or GIF image.')).toBeVisible()
  await nameBox.fill('Desk')
  await page.getByRole('link', { name: 'View Asset', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect.element(nameBox).toHaveValue('Desk')
  expect(router.state.location.pathname).toBe('/dashboard/pune/manage-asset/asset-registration')
})

test('a scan fills the tag field from anywhere and moves the focus, without submitting the form', async () => {
  await open()
  await tagBox.click()
  await scan(tag)
  await expect.element(tagBox).toHaveValue(tag)
  await expect.element(nameBox).toHaveFocus()
  await tagBox.click()
  await scan(tag)
  await expect.element(tagBox).toHaveValue(tag)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(sentTo(assets.register)).toEqual([])
  await fill({ tag: '' })
  page.getByRole('heading', { level: 1 }).element().focus()
  await scan(tag)
  await expect.element(tagBox).toHaveValue(tag)
  await expect.element(submit).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(registered).toBeVisible()
})

test('on a wide screen the toast leaves the list next to the form in view', async () => {
  await open()
  await page.viewport(1920, 700)
  await page.getByRole('checkbox', { name: 'Reuse these values for the next asset' }).click()
  for (const at of [0, 1, 2, 3]) {
    await fill({ tag: `E2000000000000000000000${at}` })
    await submit.click()
    await expect.element(recent.nth(at)).toBeVisible()
  }
  const toast = page.getByText('Asset Registered Successfully!').last().element().getBoundingClientRect()
  const list = page.getByRole('region', { name: 'Just registered' }).element().parentElement
  expect(toast.y).toBeGreaterThan(list?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY)
})

test('a number is reserved for an asset without a tag, until a tag is scanned', async () => {
  const series = tagSeriesNumbered(1, { nextTag: '340CD438B400000000000065' })
  await open(form, [], [series, { ...tagSeriesNumbered(2), retired: true }])
  const asset = assetNumbered(1, { rfidTag: series.nextTag, tagExpected: true })
  respond(assets.register, { asset, message: 'Registered.' })
  const choice = page.getByRole('combobox', { name: 'Reserve a number from' })
  await expect.element(choice.getByRole('option')).toHaveLength(2)
  await tagBox.fill(tag)
  await choice.selectOptions('Labels 1')
  await expect.element(tagBox).not.toBeInTheDocument()
  await expect.element(page.getByText(`The next tag of this series is ${series.nextTag}.`)).toBeVisible()
  await nameBox.fill('Desk')
  await city.selectOptions('indore')
  await submit.click()
  await expect.element(registered).toBeVisible()
  const { body } = sentTo(assets.register)[0] ?? {}
  expect(body).toMatchObject({ tagSeriesId: series.id, assetName: 'Desk' })
  expect(body).not.toHaveProperty('rfidTag')
  await expect.element(tagBox).toHaveValue('')

  await choice.selectOptions('Labels 1')
  await nameBox.click()
  await scan(tag)
  await expect.element(tagBox).toHaveValue(tag)
  await expect.element(choice).toHaveValue('')
})
