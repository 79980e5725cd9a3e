import { type TagSeries, tagNumbers } from '@ats/contract/tag-series.ts'
import axe from 'axe-core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf, onePage } from '../../../test/listed.ts'
import { overtake, reject, respond, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'
import { tagBlockNumbered, tagSeriesNumbered } from '../../../test/tag-series.ts'

const address = '/dashboard/default/masters/tag-numbers'
const dialog = page.getByRole('dialog')
const field = (name: string) => dialog.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const showing = (series: TagSeries[]) => respond(tagNumbers.list, { series })
const bodies = (of: Parameters<typeof sentTo>[0]) => sentTo(of).map(({ body }) => body)

async function openMenu(item: string) {
  await button('More actions for Labels 1').click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function expectAccessible() {
  const { violations } = await axe.run(document)
  expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
}

test('without series the screen says what they are, and a prefix is checked before it is sent', async () => {
  showing([])
  const made = tagSeriesNumbered(1)
  respond(tagNumbers.create, made)
  await openScreen(address)
  await expect.element(page.getByText(/which numbers your RFID labels get/)).toBeVisible()
  await button('Add number series').click()
  const send = dialog.getByRole('button', { name: 'Add number series' })
  await field('Name').fill('Labels 1')
  await field('GS1 company prefix').fill('2012345')
  await send.click()
  await expect.element(dialog.getByText(/GS1 licenses no prefix that begins with/)).toBeVisible()
  await field('GS1 company prefix').fill('890123456')
  showing([made])
  await send.click()
  await expect.element(page.getByText('Labels 1 added')).toBeVisible()
  expect(bodies(tagNumbers.create)).toEqual([
    {
      ...{ name: 'Labels 1', scheme: 'giai', companyPrefix: '890123456', itemReference: null, filter: 0 },
      ...{ firstSerial: '1', lastSerial: null },
    },
  ])
})

test('each scheme has its own fields, and the private one none of GS1', async () => {
  showing([tagSeriesNumbered(1)])
  reject(tagNumbers.create, 'tag-series-prefix-taken', {}, 'companyPrefix')
  await openScreen(address)
  await button('Add number series').click()
  await field('Name').fill('Boxes')
  await field('Scheme').selectOptions('SGTIN-96: products, with a GS1 prefix')
  await field('GS1 company prefix').fill('890123456')
  await field('Item reference').fill('123')
  const send = dialog.getByRole('button', { name: 'Add number series' })
  await send.click()
  await expect.element(dialog.getByText(/must have 13 digits together/)).toBeVisible()
  await field('Item reference').fill('1234')
  await send.click()
  await expect.element(dialog.getByText(/already a number series with this company prefix/)).toBeVisible()
  await field('Scheme').selectOptions('Private: without a GS1 prefix')
  await expect.element(field('GS1 company prefix')).not.toBeInTheDocument()
  respond(tagNumbers.create, tagSeriesNumbered(2, { name: 'Boxes' }))
  await send.click()
  await expect.element(page.getByText('Boxes added')).toBeVisible()
  expect(bodies(tagNumbers.create).at(-1)).toMatchObject({
    scheme: 'private',
    companyPrefix: null,
    filter: 0,
  })
})

test('the list says what comes next and what is left, and numbers are reserved', async () => {
  const used = tagSeriesNumbered(2, { left: '0', nextTag: null, retired: true, scheme: 'private' })
  showing([tagSeriesNumbered(1), { ...used, companyPrefix: null, organisation: '1A2B3C4D' }])
  respond(tagNumbers.reserve, tagBlockNumbered(3, { firstSerial: '101', lastSerial: '150', count: 50 }))
  await openScreen(address)
  await expect.element(page.getByText('GIAI-96 890123456')).toBeVisible()
  await expect.element(page.getByText('Next number 101 · 9,899 left')).toBeVisible()
  await expect.element(page.getByText('Private 1A2B3C4D')).toBeVisible()
  await expect.element(page.getByText('No numbers left')).toBeVisible()
  await expectAccessible()
  await button('Reserve numbers of Labels 1').click()
  await field('How many').fill('10001')
  await dialog.getByRole('button', { name: 'Reserve' }).click()
  await expect.element(dialog.getByText('Enter a number from 1 to 10,000.')).toBeVisible()
  await field('How many').fill('50')
  await dialog.getByRole('button', { name: 'Reserve' }).click()
  await expect.element(page.getByText('Numbers 101 to 150 reserved')).toBeVisible()
  expect(bodies(tagNumbers.reserve)).toEqual([{ count: 50 }])
})

test('reserved and void numbers are listed', async () => {
  showing([tagSeriesNumbered(1)])
  const spoilt = { serial: '2', tag: '340CD438B400000000000002', reason: 'Torn', voidedBy: 'Asha Rao' }
  respond(tagNumbers.blocks, { blocks: [tagBlockNumbered(3)], ...onePage(1) })
  respond(tagNumbers.voids, {
    voids: [{ ...spoilt, voidedAt: '2026-11-16T09:30:00.000Z' }],
    ...onePage(1),
  })
  await openScreen(address)
  await openMenu('Reserved numbers of Labels 1')
  await expect.element(dialog.getByText('1 to 3')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Download numbers 1 to 3' })).toBeVisible()
  await expect.element(dialog.getByText('Torn')).toBeVisible()
  await expectAccessible()
})

test('a number is declared void with a reason', async () => {
  showing([tagSeriesNumbered(1)])
  reject(tagNumbers.void, 'tag-number-in-use')
  await openScreen(address)
  await openMenu('Declare a number of Labels 1 void')
  await field('Number').fill('007')
  await dialog.getByRole('button', { name: 'Declare void' }).click()
  await expect.element(dialog.getByText('Enter the number without zeros in front.')).toBeVisible()
  await field('Number').fill('7')
  await field('Reason').fill('Torn')
  await dialog.getByRole('button', { name: 'Declare void' }).click()
  await expect.element(dialog.getByText(/The tag of this number is on an asset/)).toBeVisible()
  expect(bodies(tagNumbers.void)).toEqual([{ serial: '7', reason: 'Torn' }])
})

test('a series is edited, and a change of somebody else is decided', async () => {
  showing([tagSeriesNumbered(1)])
  const change = { field: 'name', value: 'Office', text: null, by: 'Asha Rao', at: '2026-01-01T00:00:00Z' }
  overtake(tagNumbers.change, { version: 2, changes: [change] })
  await openScreen(address)
  await openMenu('Edit Labels 1')
  await field('Name').fill('Furniture')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Office')).toBeVisible()
  expect(bodies(tagNumbers.change)).toEqual([{ name: 'Furniture', version: 1 }])
})

test('a series is retired after a question, and brought back', async () => {
  const series = tagSeriesNumbered(1)
  showing([series])
  respond(tagNumbers.retire, { ...series, retired: true })
  respond(tagNumbers.bringBack, series)
  await openScreen(address)
  await openMenu('Retire Labels 1')
  await dialog.getByRole('button', { name: 'Retire' }).click()
  await expect.element(page.getByText('Labels 1 retired')).toBeVisible()
  await button('Bring back').click()
  await expect.element(page.getByText('Labels 1 is back')).toBeVisible()
  expect(
    sentTo(tagNumbers.retire).map(({ body, address: at }) => [at.pathname.split('/').at(-2), body]),
  ).toEqual([[idOf(1), { version: 1 }]])
})
