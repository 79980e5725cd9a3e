import { users } from '@ats/contract/identity/users.ts'
import { type SecurityEntry, securityFeed } from '@ats/contract/security-feed.ts'
import axe from 'axe-core'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { idOf, onePage } from '../../../test/listed.ts'
import { reject, respond, sent } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'

const address = '/dashboard/default/security'
const entry = (id: number, given: Partial<SecurityEntry> = {}): SecurityEntry => ({
  ...{ id, at: '2026-03-04T10:00:00Z', lastAt: '2026-03-04T10:00:40Z', kind: 'sign-in-failed', count: 12 },
  ...{ personId: idOf(8), person: 'Asha Rao', isProgram: false, by: null, account: null, keyId: null },
  ...{ address: '10.0.0.1', network: '10.0.0.1', userAgent: 'Firefox', requestId: idOf(7) },
  ...{ detail: { reason: 'wrong' }, auditId: null, ...given },
})
const entries = [
  entry(9),
  entry(7, { personId: null, person: null, account: '0123456789abcdef', count: 1 }),
  entry(6, {
    ...{ kind: 'role-changed', by: 'Meera Iyer', auditId: 3, detail: { changed: 'role' }, count: 1 },
    ...{ address: null, network: null, userAgent: null },
  }),
  entry(5, { kind: 'permission-refused', detail: { method: 'GET', path: '/api/v1/users/:id' } }),
]

beforeEach(() => {
  respond(securityFeed.list, { entries, ...onePage(entries.length) })
  respond(users.list, { users: [], ...onePage(0) })
})

const rows = page.getByRole('table', { name: 'Security' }).getByRole('row')
const asked = () =>
  Object.fromEntries(
    sent.findLast(({ endpoint }) => endpoint === securityFeed.list)?.address.searchParams ?? [],
  )

test('entries show what happened to whom, from where, and lead to the person and the audit log', async () => {
  await openScreen(address)
  const cells = rows.nth(1).getByRole('cell')
  await expect.element(cells.nth(0).getByText(/4 Mar 2026, 3:30/)).toBeVisible()
  const texts = ['Login failed', '12', 'Asha Rao', 'N/A', '10.0.0.1', 'Wrong email or password']
  for (const [at, text] of texts.entries()) await expect.element(cells.nth(at + 1)).toHaveTextContent(text)
  await expect
    .element(rows.nth(1).getByRole('link', { name: 'Asha Rao' }))
    .toHaveAttribute('href', expect.stringContaining(`/users/${idOf(8)}`))
  await expect.element(rows.nth(2).getByText('No account (0123456789abcdef)')).toBeVisible()
  await expect
    .element(rows.nth(3).getByRole('link', { name: 'What changed' }))
    .toHaveAttribute('href', expect.stringContaining('audit-log?line=3'))
  await expect.element(rows.nth(3).getByText('Meera Iyer')).toBeVisible()
  await expect.element(rows.nth(4).getByText('GET /api/v1/users/:id')).toBeVisible()
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.viewport(width, height)
    await expect.element(page.getByText('No account (0123456789abcdef)')).toBeVisible()
    const { violations } = await axe.run(document, {
      rules: { 'scrollable-region-focusable': { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)])).toEqual([])
  }
  await page.viewport(1280, 800)
})

test('filters are sent and stay in the address, and an address shows its network', async () => {
  const router = await openScreen(address)
  await page.getByLabelText('Event').selectOptions('Login failed')
  await page.getByLabelText('From Date').fill('2026-01-31')
  await page.getByRole('textbox', { name: 'Address' }).fill('10.1.2.3')
  await userEvent.keyboard('{Enter}')
  await expect.poll(asked).toMatchObject({ kind: 'sign-in-failed', from: '2026-01-31', network: '10.1.2.3' })
  expect(router.state.location.searchStr).toContain('network=10.1.2.3')
  await page.getByRole('link', { name: '10.0.0.1: show everything from this network' }).first().click()
  await expect.poll(asked).toMatchObject({ network: '10.0.0.1' })
  await expect.element(page.getByRole('textbox', { name: 'Address' })).toHaveValue('10.0.0.1')
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect.poll(() => router.state.location.searchStr).not.toMatch(/network=|kind=/)
})

test('a person who reads only reports sees names without links to users', async () => {
  await openScreen(address, { permissions: ['reports'] })
  await expect.element(rows.nth(1).getByText('Asha Rao')).toBeVisible()
  await expect.element(rows.nth(1).getByRole('link', { name: 'Asha Rao' })).not.toBeInTheDocument()
})

test('a person without the permission is redirected', async () => {
  await openScreen(address, { permissions: ['master', 'manage-asset'] })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Not authorized' })).toBeVisible()
})

test('an empty feed says so, and one that cannot be loaded shows an error with a retry', async () => {
  reject(securityFeed.list, 'internal')
  await openScreen(address)
  await expect
    .element(page.getByRole('alert').getByText('The security events could not be loaded.'))
    .toBeVisible()
  respond(securityFeed.list, { entries: [], ...onePage(0) })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('There are no records').first()).toBeVisible()
})
