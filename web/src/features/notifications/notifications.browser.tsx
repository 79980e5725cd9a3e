import { exports } from '@ats/contract/exports.ts'
import { imports } from '@ats/contract/imports.ts'
import { type Notification, notifications } from '@ats/contract/notifications.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#kernel/http/query-client.ts'
import { pressOn, tabTo } from '../../../test/keyboard.ts'
import { ago, idOf } from '../../../test/listed.ts'
import { reject, respond, sent, sentTo } from '../../../test/responses.ts'
import { openScreen } from '../../../test/screen.tsx'
import { unreadCount } from './notifications.ts'

const day = 24 * 60 * 60
const about = (id: number, given: Partial<Notification> = {}): Notification => ({
  ...{ id, rule: 'export-finished', action: 'export.finished', user: 'Asha Rao', at: ago(300), count: 1 },
  ...{
    subject: 'brand',
    detail: null,
    reason: null,
    field: null,
    recordKind: 'export',
    recordId: idOf(id),
    read: false,
  },
  ...given,
})

let told: Notification[]

beforeEach(() => {
  told = [about(9), about(8, { subject: 'city', at: ago(day) })]
  respond(notifications.choices, {
    mailIsSet: true,
    choices: [{ rule: 'export-finished', mail: 'off' }],
  })
  respond(notifications.list, ({ address }) => {
    const wanted = address.searchParams.get('unread') === 'true' ? told.filter(({ read }) => !read) : told
    return { notifications: wanted, more: false, unread: told.filter(({ read }) => !read).length }
  })
  respond(notifications.read, ({ address }) => {
    told = told.map((one) => (address.pathname.includes(`/${one.id}/`) ? { ...one, read: true } : one))
    return { message: 'Set as read.' }
  })
  respond(notifications.readAll, () => {
    told = told.map((one) => ({ ...one, read: true }))
    return { message: 'Set as read.' }
  })
})

const screen = '/dashboard/default/notifications'
const brands = page.getByText('Your Excel file is ready: Brands')
const cities = page.getByText('Your Excel file is ready: Cities')
const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

test('the bell counts notifications, and they are marked as read one by one or together, without a mouse', async () => {
  respond(notifications.choose, { message: 'Saved.' })
  const router = await openScreen('/dashboard/default/exports')
  await pressOn(bell('Notifications, 2 unread'))
  await expect.element(page.getByRole('region', { name: 'Today' }).getByText('Brands')).toBeVisible()
  expect(router.state.location.pathname).toBe(screen)
  await expect.element(page.getByRole('region', { name: 'Yesterday' }).getByText('Cities')).toBeVisible()
  await pressOn(page.getByRole('button', { name: 'Set as read: Your Excel file is ready: Cities' }))
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(page.getByText('1 unread', { exact: true })).toBeVisible()
  await expect.element(bell('Notifications, 1 unread')).toBeVisible()
  await tabTo(page.getByRole('checkbox', { name: 'Only unread' }))
  await userEvent.keyboard(' ')
  await expect.element(cities).not.toBeInTheDocument()
  await expect.element(brands).toBeVisible()
  expect(router.state.location.href).toContain('unread=true')
  const readAll = page.getByRole('button', { name: 'Set all as read' })
  while (document.activeElement !== readAll.element()) await userEvent.tab({ shift: true })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('You have read everything.')).toBeVisible()
  await expect.element(bell('Notifications')).toBeVisible()
  expect(sent.find(({ endpoint }) => endpoint === notifications.readAll)?.body).toEqual({ upTo: 9 })
  await page.getByLabelText('My Excel file is ready').selectOptions('Immediately')
  await expect.element(page.getByText('Your choice was saved.')).toBeVisible()
  expect(sent.find(({ endpoint }) => endpoint === notifications.choose)?.body).toEqual({
    choices: [{ rule: 'export-finished', mail: 'now' }],
  })
})

test('older ones are shown on demand', async () => {
  respond(notifications.list, ({ address }) =>
    address.searchParams.has('before')
      ? { notifications: [about(3, { subject: 'vendor', at: ago(9 * day) })], more: false, unread: 3 }
      : { notifications: told, more: true, unread: 3 },
  )
  await openScreen(screen)
  const more = page.getByRole('button', { name: 'Show more' })
  await pressOn(more)
  await expect.element(page.getByText('Your Excel file is ready: Vendors')).toBeVisible()
  await expect.element(more).not.toBeInTheDocument()
  expect(sent.some(({ address }) => address.searchParams.get('before') === '8')).toBe(true)
})

test('each links to its record if the person may open it, and opening marks it as read', async () => {
  const request = { rule: 'access-requested', action: 'access-request.created', recordKind: 'access-request' }
  told = [
    about(9, { ...(request as Partial<Notification>), subject: 'Ishaan' }),
    about(8, {
      ...{ rule: 'import-finished', action: 'import.checked', recordKind: 'import', subject: 'chairs.csv' },
    }),
  ]
  const router = await openScreen(screen, { permissions: ['manage-asset'] })
  await expect.element(page.getByText('Ishaan requested an account')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Ishaan requested an account' }))
    .not.toBeInTheDocument()
  await page.getByRole('link', { name: 'chairs.csv was checked and is waiting for you' }).click()
  await expect
    .poll(() => router.state.location.href)
    .toBe(`/dashboard/default/manage-asset/bulk-asset-registration?import=${idOf(8)}`)
  await expect.element(bell('Notifications, 1 unread')).toBeVisible()
})

test('the end of an import is announced once wherever the person is, but not where imports are', async () => {
  const checked = { rule: 'import-finished', action: 'import.checked', recordKind: 'import' } as const
  const renewed = () => queryClient.invalidateQueries({ queryKey: unreadCount.queryKey })
  respond(exports.list, { exports: [] })
  respond(imports.list, { imports: [] })
  told = [about(9, { ...checked, subject: 'old.csv' })]
  const router = await openScreen('/dashboard/default/exports')
  await expect.element(bell('Notifications, 1 unread')).toBeVisible()
  told = [about(10, { ...checked, subject: 'chairs.csv' }), ...told]
  await renewed()
  const toast = page.getByRole('status').filter({ hasText: 'chairs.csv was checked and is waiting for you' })
  await expect.element(toast).toBeVisible()
  await expect.element(page.getByText('old.csv', { exact: false })).not.toBeInTheDocument()
  reject(imports.get, 'import-not-found')
  await toast.getByRole('button', { name: 'Open' }).click()
  await expect
    .poll(() => router.state.location.href)
    .toBe(`/dashboard/default/manage-asset/bulk-asset-registration?import=${idOf(10)}`)
  await expect.element(toast).not.toBeInTheDocument()
  expect(sentTo(notifications.read)).toHaveLength(1)
  told = [about(11, { ...checked, subject: 'desks.csv' }), ...told]
  await renewed()
  await expect.element(bell('Notifications, 2 unread')).toBeVisible()
  await expect.element(page.getByText('desks.csv', { exact: false })).not.toBeInTheDocument()
})

test('notifications that cannot be loaded show an error with a retry', async () => {
  reject(notifications.list, 'internal')
  await openScreen(screen)
  await expect
    .element(page.getByRole('alert').getByText('Your notifications could not be loaded.'))
    .toBeVisible()
  respond(notifications.list, { notifications: told, more: false, unread: 2 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(brands).toBeVisible()
})
