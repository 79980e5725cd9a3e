import { type Program, programs } from '@ats/contract/identity/programs.ts'
import { places } from '@ats/contract/places.ts'
import { views } from '@ats/contract/views.ts'
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ago, idOf, onePage } from '../../../../test/listed.ts'
import { reject, respond, sentTo } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'

const indore = {
  ...{ _id: idOf(21), kind: 'city' as const, name: 'Indore', path: 'Indore' },
  ...{ names: ['Indore'], ids: [idOf(21)] },
}
const erp: Program = {
  ...{ _id: idOf(1), name: 'ERP sync', permissions: ['manage-asset', 'reports'], everywhere: false },
  ...{ places: [indore], addressRanges: ['192.0.2.0/24'], status: 'active', revokedAt: null },
  ...{ expiresAt: '2027-06-30T18:29:59Z', keyEnding: 'a1B2', keyMadeAt: ago(9000), formerKey: null },
  ...{ lastUsedAt: ago(120), lastUsedFrom: '192.0.2.7', createdAt: ago(9000), createdBy: 'Asha Rao' },
  ...{ mayChange: true, version: 3 },
}
const old: Program = {
  ...{ ...erp, _id: idOf(2), name: 'Old sync', status: 'revoked', revokedAt: ago(60) },
  ...{ everywhere: true, places: [], lastUsedAt: null, lastUsedFrom: null },
}
const key = `atsk_${'k'.repeat(43)}`

const list = '/dashboard/default/programs'
const dialog = page.getByRole('dialog')
const row = (name: string) => page.getByRole('table', { name: 'Programs' }).getByRole('row', { name })

beforeEach(() => {
  respond(programs.list, { programs: [erp, old], ...onePage(2) })
  respond(places.search, { places: [indore] })
  respond(views.list, { views: [], mailIsSet: true })
})

test('programs are listed with permissions, places, end, last use and status', async () => {
  await openScreen(list)
  const shown = ['Active', 'Manage Asset, Reports', 'Indore', 'from 192.0.2.7', '…a1B2']
  for (const text of shown) await expect.element(row('ERP sync').getByText(text)).toBeVisible()
  for (const text of ['Revoked', 'Every place', 'Never'])
    await expect.element(row('Old sync').getByText(text)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Edit ERP sync' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Edit Old sync' })).not.toBeInTheDocument()
  expect((await axe.run(document, { preload: false })).violations).toEqual([])
})

test('without programs the screen says what they are for', async () => {
  respond(programs.list, { programs: [], ...onePage(0) })
  await openScreen(list)
  await expect.element(page.getByText('No programs yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add program' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

test('a program is added, and its key is shown once', async () => {
  respond(programs.create, { program: erp, key })
  await openScreen(list)
  await page.getByRole('button', { name: 'Add program' }).click()
  await dialog.getByRole('button', { name: 'Add program' }).click()
  await expect.element(dialog.getByText('Choose at least one permission.')).toBeVisible()
  expect((await axe.run(document, { preload: false })).violations).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name' }).fill('ERP sync')
  await dialog.getByRole('checkbox', { name: 'Manage Asset' }).click()
  await dialog.getByRole('checkbox', { name: 'Every place' }).click()
  await dialog.getByRole('textbox', { name: 'Allowed addresses' }).fill('192.0.2.0/24, somewhere')
  await dialog.getByRole('button', { name: 'Add program' }).click()
  await expect.element(dialog.getByText(/^Use addresses such as/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Allowed addresses' }).fill('192.0.2.0/24 2001:db8::/32')
  await dialog.getByRole('button', { name: 'Add program' }).click()
  await expect.element(dialog.getByText(key)).toBeVisible()
  await expect.element(dialog.getByText(/shown only once/)).toBeVisible()
  expect(sentTo(programs.create).map(({ body }) => body)).toMatchObject([
    {
      ...{ name: 'ERP sync', permissions: ['manage-asset'], everywhere: true, places: [] },
      addressRanges: ['192.0.2.0/24', '2001:db8::/32'],
    },
  ])
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(key)).not.toBeInTheDocument()
})

test('only what differs is sent when a program is edited', async () => {
  respond(programs.change, { ...erp, name: 'SAP sync' })
  await openScreen(list)
  await page.getByRole('button', { name: 'Edit ERP sync' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('SAP sync')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('SAP sync was saved')).toBeVisible()
  expect(sentTo(programs.change).map(({ body }) => body)).toEqual([{ name: 'SAP sync', version: 3 }])
})

test('a key is replaced; the present one works on for the chosen time', async () => {
  respond(programs.replaceKey, { program: erp, key })
  await openScreen(list)
  await page.getByRole('button', { name: 'More actions for ERP sync' }).click()
  await page.getByRole('menuitem', { name: 'Replace the key of ERP sync' }).click()
  await dialog.getByRole('combobox', { name: 'Present key' }).selectOptions('Works for 7 more days')
  await dialog.getByRole('button', { name: 'Replace key' }).click()
  await expect.element(dialog.getByText(key)).toBeVisible()
  expect(sentTo(programs.replaceKey).map(({ body }) => body)).toEqual([{ overlapHours: 168 }])
})

test('a program is revoked only after a confirmation', async () => {
  reject(programs.revoke, 'program-beyond-yours')
  await openScreen(list)
  await page.getByRole('button', { name: 'Revoke ERP sync' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(sentTo(programs.revoke)).toEqual([])
  await page.getByRole('button', { name: 'Revoke ERP sync' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText(/more permissions than you/)).toBeVisible()
  respond(programs.revoke, { ...erp, status: 'revoked', revokedAt: ago(1) })
  await page.getByRole('button', { name: 'Revoke ERP sync' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(page.getByText('ERP sync was revoked')).toBeVisible()
})
