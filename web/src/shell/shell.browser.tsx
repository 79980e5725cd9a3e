import { assets } from '@ats/contract/assets/assets.ts'
import { roles } from '@ats/contract/identity/roles.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { ownFields } from '@ats/contract/own-fields/own-fields.ts'
import { places } from '@ats/contract/places.ts'
import { views } from '@ats/contract/views.ts'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { currentSession } from '#kernel/session/session.ts'
import { changeLanguage } from '#kernel/words/language.ts'
import { pressOn } from '../../test/keyboard.ts'
import { onePage } from '../../test/listed.ts'
import { respondToMasters } from '../../test/masters.ts'
import { allRoles, cities, respondToPeople } from '../../test/people.ts'
import { reject, respond, sent } from '../../test/responses.ts'
import { openScreen } from '../../test/screen.tsx'

const start = '/dashboard/default/change-password'
const menu = page.getByRole('navigation', { name: 'Main menu' })
const group = (name: string) => menu.getByRole('button', { name, exact: true })
const heading = page.getByRole('heading', { level: 1 })
const box = page.getByRole('combobox', { name: 'Search screens, assets and people' })
const chosen = (name: string) =>
  expect.element(page.getByRole('option', { name, selected: true })).toBeVisible()

function respondToFinders() {
  respondToPeople()
  respondToMasters()
  respond(assets.find, { assets: [] })
  respond(ownFields.list, { fields: [] })
  respond(assets.list, { assets: [], ...onePage(0) })
  respond(views.list, { views: [], mailIsSet: true })
}

afterEach(() => changeLanguage('en'))

test('the theme and the language are switched, stored and switched back', async () => {
  await openScreen(start)
  const html = document.documentElement
  await page.getByRole('button', { name: 'Switch to dark theme' }).click()
  await expect.element(page.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
  expect([html.dataset.mantineColorScheme, Object.values(localStorage).includes('dark')]).toEqual([
    'dark',
    true,
  ])
  await page.getByRole('button', { name: 'Switch to light theme' }).click()
  await page.getByRole('button', { name: 'HI' }).click()
  await expect.element(heading).toHaveTextContent('पासवर्ड बदलें')
  expect(html.lang).toBe('hi')
  await expect.poll(() => document.title).toContain('पासवर्ड बदलें')
  await page.getByRole('button', { name: 'EN' }).click()
  await expect.element(heading).toHaveTextContent('Change Password')
  expect(html.lang).toBe('en')
})

test('the sidebar starts open, collapses, keeps its state, and its flyouts work by keyboard', async () => {
  respondToMasters()
  const { unmount } = await openAndUnmount(start)
  const width = () => Math.round(menu.element().getBoundingClientRect().width)
  await expect.poll(width).toBe(256)
  await expect.element(menu.getByText('Asset Tracking', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await expect.poll(width).toBe(68)
  await unmount()
  const { router } = await openAndUnmount(start)
  await expect.poll(width).toBe(68)
  await pressOn(group('Masters'))
  await expect.element(menu.getByRole('link', { name: 'Brand Master' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu.getByRole('link', { name: 'Brand Master' })).not.toBeInTheDocument()
  await expect.element(group('Masters')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await menu.getByRole('link', { name: 'Brand Master' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/default/masters/brand-master')
  await page.getByRole('button', { name: 'Expand menu' }).click()
  await expect.poll(width).toBe(256)
})

async function openAndUnmount(address: string) {
  const router = await openScreen(address)
  const { cleanup } = await import('vitest-browser-react/pure')
  return { router, unmount: cleanup }
}

test('one submenu is open at a time, that of the current screen first, and the keyboard opens them', async () => {
  respondToMasters()
  respond(places.cities, { cities })
  const router = await openScreen('/dashboard/indore/masters/mm-master')
  await expect.element(group('Masters')).toHaveAttribute('aria-expanded', 'true')
  await group('Report').click()
  await expect.element(group('Report')).toHaveAttribute('aria-expanded', 'true')
  await expect.element(group('Masters')).toHaveAttribute('aria-expanded', 'false')
  await expect.element(menu.getByRole('link', { name: 'MM Master' })).not.toBeInTheDocument()
  await group('Report').click()
  await expect.element(group('Report')).toHaveAttribute('aria-expanded', 'false')
  await pressOn(group('Admin & Role Listing'))
  await pressOn(menu.getByRole('link', { name: 'Change My Password' }))
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/indore/change-password')
  await expect.element(page.getByLabelText('Old password')).toHaveFocus()
  await expect.poll(() => document.title).toBe('Change Password · Asset Tracking Solution')
})

test('below 960 pixels the menu is a drawer that closes on Esc and after a choice, and has Logout', async () => {
  respond(sessions.logout, { message: 'Logged out', address: null })
  const router = await openScreen(start)
  await page.viewport(959, 800)
  const opener = page.getByRole('button', { name: 'Open menu' })
  const drawer = page.getByRole('dialog', { name: 'Asset Tracking' })
  await expect.element(menu).not.toBeInTheDocument()
  await opener.click()
  await expect.poll(() => drawer.element().contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
  await page.viewport(390, 844)
  await opener.click()
  await drawer.getByRole('button', { name: 'Report', exact: true }).click()
  await drawer.getByRole('link', { name: 'Asset Wise' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/asset-wise')
  await expect.element(drawer).not.toBeInTheDocument()
  await opener.click()
  await drawer.getByRole('button', { name: 'Logout' }).click()
  await expect.poll(currentSession).toBeNull()
  expect([localStorage.getItem('authToken'), localStorage.getItem('user')]).toEqual([null, null])
})

test('Ctrl-K finds and opens any screen with the keyboard alone', async () => {
  respondToFinders()
  const router = await openScreen('/dashboard/pune/change-password')
  await expect.element(heading).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('master')
  await chosen('MM Master')
  await userEvent.keyboard('{ArrowDown}')
  await chosen('Property Master')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await chosen('Handhelds')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}')
  await chosen('Brand Master')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Brand Master' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/dashboard/pune/masters/brand-master')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('no such screen')
  await expect.element(page.getByText('Nothing matches')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(box).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/dashboard/pune/masters/brand-master')
})

test('the menu and the palette offer a person only the screens they may open', async () => {
  respondToFinders()
  await openScreen(start, { permissions: ['user-management'], everywhere: false })
  await expect.element(group('Masters')).toBeVisible()
  const groups = menu.element().querySelectorAll('li > button')
  expect([...groups].map((one) => one.textContent)).toEqual(['Admin & Role Listing', 'Masters'])
  await page.getByRole('button', { name: 'Search' }).click()
  const finder = page.getByRole('combobox', { name: /^Search screens/ })
  for (const words of ['asset wise', 'deleted', 'add role', 'register asset', 'count an inventory']) {
    await finder.fill(words)
    await expect.element(page.getByText('Nothing matches')).toBeVisible()
  }
  await finder.fill('audit')
  await expect.element(page.getByRole('option', { name: 'Audit Log' })).toBeVisible()
})

test('counting is in the menu and the first result for its own words, for people who may count', async () => {
  respondToFinders()
  const router = await openScreen(start, { permissions: ['manage-asset'], everywhere: false })
  await group('Manage Asset').click()
  await expect
    .element(menu.getByRole('link', { name: 'Count an inventory' }))
    .toHaveAttribute('href', '/count')
  for (const [language, words, name] of [
    ['en', 'count', 'Count an inventory'],
    ['hi', 'गिन', 'भौतिक सत्यापन करें'],
  ] as const) {
    await changeLanguage(language)
    await userEvent.keyboard('{Control>}k{/Control}')
    await page.getByRole('combobox').fill(words)
    await chosen(name)
    await userEvent.keyboard('{Escape}')
  }
  expect(router.state.location.pathname).toBe(start)
})

test('the first Tab reaches the skip link', async () => {
  await openScreen(start)
  await expect.element(heading).toBeVisible()
  const skip = page.getByRole('link', { name: 'Skip to content' })
  page.getByRole('link', { name: 'Asset Tracking Solution' }).element().focus()
  await userEvent.tab({ shift: true })
  await expect.element(skip).toHaveFocus()
  await expect.element(skip).toBeInViewport()
  expect(skip.element().getAttribute('href')).toBe('#content')
  expect(page.getByRole('main').element().getAttribute('id')).toBe('content')
})

test('a page below a list marks the list in the menu, and breadcrumbs keep the city', async () => {
  respondToPeople()
  respond(roles.list, { roles: allRoles })
  const router = await openScreen('/dashboard/mumbai/users/create-user')
  const marked = () => menu.element().querySelector('[aria-current]')?.textContent
  await expect.poll(marked).toBe('User Registration')
  await router.navigate({ href: `/dashboard/mumbai/view-roles/${allRoles[0]?.id}` })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Edit role' })).toBeVisible()
  await expect.poll(marked).toBe('View Role')
  await router.navigate({ href: '/dashboard/mumbai/users' })
  await expect.poll(marked).toBe('View User')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect.element(crumbs).toHaveTextContent('Dashboard>Admin Role Listing>User List')
  await crumbs.getByRole('link', { name: 'Dashboard' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/mumbai')
  await expect.poll(() => document.title).toBe('Dashboard · Asset Tracking Solution')
  await expect.element(heading).toHaveTextContent('Dashboard')
})

test('the bell and the person in the header are links', async () => {
  respond(places.cities, { cities })
  const router = await openScreen('/dashboard/indore/change-password')
  const banner = page.getByRole('banner')
  await banner.getByRole('link', { name: 'Notifications' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/indore/notifications')
  await banner.getByRole('link', { name: 'Asha Verma' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/indore/profile')
})

test('locations that cannot be loaded do not block the screen of one', async () => {
  reject(places.cities, 'internal')
  await openScreen('/dashboard/indore/change-password')
  await expect.element(page.getByRole('alert').getByText('The locations could not be loaded.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Update password' })).toBeVisible()
  respond(places.cities, { cities })
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Indore' })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('logging out with unsaved input asks for confirmation', async () => {
  respond(sessions.logout, { message: 'Logged out', address: null })
  await openScreen('/dashboard/default/add-role')
  const name = page.getByRole('textbox', { name: 'Role Name' })
  const logOut = page.getByRole('button', { name: 'Logout' })
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await name.fill('Half a na')
  await logOut.click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect.element(name).toHaveValue('Half a na')
  await logOut.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.poll(currentSession).toBeNull()
  expect(sent.filter(({ endpoint }) => endpoint.path === sessions.logout.path)).toHaveLength(1)
})
