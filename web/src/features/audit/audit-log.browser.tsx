import { type AuditEvent, audit } from '@ats/contract/audit.ts'
import { users } from '@ats/contract/identity/users.ts'
import { views } from '@ats/contract/views.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pressOn } from '../../../test/keyboard.ts'
import { idOf, onePage } from '../../../test/listed.ts'
import { reject, respond, sent } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const log = '/dashboard/default/audit-log'
const line = (id: number, given: Partial<AuditEvent> = {}): AuditEvent => ({
  ...{
    id,
    at: '2026-03-04T10:00:00Z',
    by: 'Asha Rao',
    byProgram: false,
    action: 'asset.changed',
    recordKind: 'asset',
  },
  ...{ recordId: idOf(42), readableId: 'A0000042', recordName: 'Lamp', place: 'Indore > Warehouse' },
  ...{ before: { model: 'Interio' }, after: { model: 'Slimline' }, requestId: idOf(7), ...given },
})
const lines = [line(5), line(4, { action: 'asset.registered', by: null, before: null })]

const person = {
  ...{ _id: idOf(8), number: 8, name: 'Asha', lastname: 'Rao', email: 'asha@example.com', jobTitle: '' },
  ...{ role: 'user', roleName: 'User', location: 'indore', locationName: 'Indore', places: [] },
  ...{ status: 'active' as const, picture: null, createdAt: '2026-01-05T10:00:00Z', createdBy: null },
  ...{ lastSignInAt: null, version: 1, mayChange: true },
}

beforeEach(() => {
  respond(views.list, { views: [], mailIsSet: true })
  respond(audit.list, { events: lines, ownTexts: {}, ...onePage(2) })
  respond(audit.get, ({ address }) => ({
    ...line(Number(address.pathname.split('/').at(-1))),
    ownTexts: {},
  }))
  respond(users.list, { users: [person], ...onePage(1) })
  respond(users.get, { ...person, failedSignIns: null, secondFactor: false })
})

const rows = page.getByRole('table', { name: 'Audit Log' }).getByRole('row')
const panel = page.getByRole('dialog', { name: 'Asset changed' })
const asked = () =>
  Object.fromEntries(sent.findLast(({ endpoint }) => endpoint === audit.list)?.address.searchParams ?? [])

test('an entry shows who, what, where and when, and its panel each field before and after', async () => {
  const router = await openScreen(log)
  const cells = rows.nth(1).getByRole('cell')
  await expect.element(cells.nth(0).getByText(/4 Mar 2026, 3:30/)).toBeVisible()
  for (const [at, text] of [
    'Asha Rao',
    'Asset changed',
    'Asset A0000042 · Lamp',
    'Indore > Warehouse',
  ].entries())
    await expect.element(cells.nth(at + 1)).toHaveTextContent(text)
  await expect.element(rows.nth(2).getByRole('cell').nth(1).getByText('System')).toBeVisible()
  const changed = page.getByRole('link', { name: 'Asset changed', exact: true })
  await pressOn(changed)
  await expect.element(panel.getByRole('row', { name: 'Model Interio Slimline' })).toBeVisible()
  await expect.element(panel.getByRole('button', { name: `Copy ${idOf(7)}` })).toBeVisible()
  expect(router.state.location.searchStr).toContain('line=5')
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(changed).toHaveFocus()
  expect(router.state.location.searchStr).not.toContain('line=')
  await expect
    .element(rows.nth(1).getByRole('link', { name: 'Asset A0000042 · Lamp' }))
    .toHaveAttribute('href', expect.stringContaining(`asset=${idOf(42)}`))
})

test('an address opens an entry, and an unknown entry shows an error', async () => {
  const router = await openScreen(`${log}?line=5`)
  await expect.element(panel).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => router.state.location.searchStr).not.toContain('line=')
  reject(audit.get, 'not-found')
  await router.navigate({ to: '.', search: { line: '999999999' } as never })
  await expect.element(page.getByRole('dialog').getByText('This entry does not exist')).toBeVisible()
})

test('filters are sent, stay in the address, and are cleared', async () => {
  const router = await openScreen(`${log}?recordId=${idOf(42)}&recordKind=asset`)
  await page.getByRole('button', { name: 'Only Asset A0000042 · Lamp. Show all records' }).click()
  await page.getByLabelText('Kind of Record').selectOptions('User')
  await page.getByLabelText('Action').selectOptions('Logged in')
  await page.getByRole('combobox', { name: 'Person' }).fill('Asha')
  await page.getByRole('option', { name: 'Asha Rao' }).click()
  await page.getByLabelText('To Date').fill('2020-01-31')
  await expect
    .poll(asked)
    .toMatchObject({ recordKind: 'user', action: 'user.signed-in', userId: idOf(8), to: '2020-01-31' })
  expect(asked()).not.toHaveProperty('recordId')
  expect(router.state.location.searchStr).toContain(`userId=${idOf(8)}`)
  await expect
    .element(page.getByRole('combobox', { name: 'Person' }))
    .toHaveValue('Asha Rao · asha@example.com')
  await page.getByRole('searchbox', { name: 'Search' }).fill('Lamp')
  await expect.poll(asked).toMatchObject({ search: 'Lamp' })
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect.poll(() => router.state.location.searchStr).not.toMatch(/userId=|to=/)
})

test('a person without the permission is redirected', async () => {
  const router = await openScreen(log, { permissions: ['master', 'manage-asset'] })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Not authorized' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/unauthorized')
})

test('entries that cannot be loaded show an error with a retry', async () => {
  reject(audit.list, 'internal')
  await openScreen(log)
  await expect.element(page.getByRole('alert').getByText('The audit log could not be loaded.')).toBeVisible()
  respond(audit.list, { events: lines, ownTexts: {}, ...onePage(2) })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(rows.nth(2)).toBeVisible()
})
