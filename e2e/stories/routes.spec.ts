import { shopAddresses, shopLinks } from '../support/shop.ts'
import { expect, test } from '../support/story.ts'

const masters = [
  ['mm-master', 'MM Master'],
  ['property-master', 'Property Master'],
  ['aou-master', 'AoU Master'],
  ['asset-name-master', 'Asset Name Master'],
  ['city-master', 'City Master'],
  ['asset-state-master', 'Asset State Master'],
  ['vendor-master', 'Vendor Master'],
  ['brand-master', 'Brand Master'],
] as const

/** Every address of the route table below /dashboard/{location}, and the heading it shows. */
const below = [
  ['', 'Dashboard'],
  ...masters.map(([path, heading]) => [`/masters/${path}`, heading] as const),
  ['/users', 'User List'],
  ['/users/create-user', 'Add New User'],
  ['/help-desk', 'Help Desk'],
  ['/notifications', 'Notifications'],
  ['/exports', 'Exports'],
  ['/profile', 'Your Profile'],
  ['/view-roles', 'View Roles'],
  ['/add-role', 'Add Role'],
  ['/audit-log', 'Audit Log'],
  ['/change-password', 'Change Password'],
  ['/manage-asset/bulk-asset-registration', 'Bulk Asset Registration'],
  ['/manage-asset/view-assets', 'View Assets'],
  ['/manage-asset/asset-registration', 'Asset Registration'],
  ['/unknown-tags', 'Unknown Tags'],
  ...shopAddresses,
] as const

const beside = [
  ['/dashboard/manage-assets', 'Manage Assets'],
  ['/dashboard/asset-state-change', 'Asset State Change Request'],
  ['/dashboard/asset-wise', 'Asset Wise Report'],
  ['/dashboard/physical-inventory', 'Physical Inventory Report'],
  ['/dashboard/deleted-assets', 'Deleted Assets'],
  ['/unauthorized', 'Not authorized'],
] as const

/** Addresses that some links name otherwise, and where they lead. */
const elsewhere = [
  ['/', '/dashboard/default'],
  ['/dashboard', '/dashboard/default'],
  ['/dashboard/asset-list', '/dashboard/default/manage-asset/view-assets'],
  ['/dashboard/users', '/dashboard/default/users'],
  ['/dashboard/profile', '/dashboard/default/profile'],
  ['/profile', '/dashboard/default/profile'],
  ['/users/create-user', '/dashboard/default/users/create-user'],
  ['/unknown-tags', '/dashboard/default/unknown-tags'],
  ['/users/add-user', '/dashboard/default/users/create-user'],
  ...shopLinks,
] as const

const opened = [...below.map(([path, heading]) => [`/dashboard/indore${path}`, heading] as const), ...beside]
const groups = [opened.slice(0, 20), opened.slice(20)]

for (const [part, addresses] of groups.entries())
  test(`every address of the route table opens its screen, part ${part + 1}`, async ({ page, enter }) => {
    test.setTimeout(90_000)
    await enter({ role: 'admin' })
    for (const [address, heading] of addresses) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading)
      await expect(page, address).toHaveURL(address)
    }
  })

test('a user has an address of their own', async ({ page, enter, admin }) => {
  const other = await admin.person()
  await enter({ role: 'admin' })
  await page.goto(`/dashboard/indore/users/${other.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit user')
})

test('an address without a location leads to the screen under default', async ({ page, enter }) => {
  test.setTimeout(60_000)
  await enter({ role: 'admin' })
  for (const [asked, reached] of elsewhere) {
    await page.goto(asked)
    await expect(page, asked).toHaveURL(reached)
  }
})

test('every address needs a session', async ({ page }) => {
  for (const address of [
    '/dashboard',
    '/dashboard/asset-wise',
    '/dashboard/asset-state-change',
    '/unauthorized',
  ]) {
    await page.goto(address)
    await expect(page, address).toHaveURL(/\/login/)
  }
})

for (const [address, where] of [
  ['/no-such-page', 'outside'],
  ['/dashboard/default/no-such-page', 'inside'],
] as const)
  test(`an address nobody knows is not found, ${where} the shell`, async ({ page, enter }) => {
    await enter()
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page).toHaveTitle('Page not found · Asset Tracking Solution')
    await page.getByRole('link', { name: 'Back to the dashboard' }).click()
    await expect(page).toHaveURL('/dashboard/default')
  })

test('a screen the person may not open leads to /unauthorized with a way back', { tag: '@narrow' }, async ({
  page,
  enter,
}) => {
  await enter({ role: 'user' })
  for (const path of ['users', 'users/create-user', 'view-roles', 'add-role']) {
    await page.goto(`/dashboard/default/${path}`)
    await expect(page).toHaveURL('/unauthorized')
  }
  await expect(page.getByText('You are not authorized to view this page.')).toBeVisible()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect(page).toHaveURL('/dashboard/default')
})
