import { newName } from '../support/people.ts'
import { shopAddresses, shopForms, shopLinks } from '../support/shop.ts'
import { expect, type Stage, test } from '../support/story.ts'

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

/** What everybody opens below /dashboard/{location}, and the heading it shows. */
const forAll = [
  ['', 'Dashboard'],
  ...masters.map(([path, heading]) => [`/masters/${path}`, heading] as const),
  ['/places', 'Places'],
  ['/help-desk', 'Help Desk'],
  ['/notifications', 'Notifications'],
  ['/exports', 'Exports'],
  ['/profile', 'Your Profile'],
  ['/change-password', 'Change Password'],
  ...shopAddresses,
] as const

/** What takes a permission. */
const guarded = {
  'user-management': below([
    ['/users', 'User List'],
    ['/users/create-user', 'Add New User'],
    ['/view-roles', 'View Roles'],
    ['/add-role', 'Add Role'],
    ['/audit-log', 'Audit Log'],
  ]),
  'manage-asset': [
    ...below([
      ['/manage-asset/bulk-asset-registration', 'Bulk Asset Registration'],
      ['/manage-asset/view-assets', 'View Assets'],
      ['/manage-asset/asset-registration', 'Asset Registration'],
      ['/unknown-tags', 'Unknown Tags'],
    ]),
    ['/dashboard/manage-assets', 'Manage Assets'],
    ['/dashboard/asset-state-change', 'Asset State Change Request'],
  ],
  reports: [
    ['/dashboard/asset-wise', 'Asset Wise Report'],
    ['/dashboard/physical-inventory', 'Physical Inventory Report'],
    ['/dashboard/deleted-assets', 'Deleted Assets'],
  ],
  master: below(shopForms),
} as const

function below(paths: readonly (readonly [path: string, heading: string])[]) {
  return paths.map(([path, heading]) => [`/dashboard/indore${path}`, heading] as const)
}

/** So that no story takes long. */
function inHalves<T>(all: readonly T[]): [readonly T[], readonly T[]] {
  const half = Math.ceil(all.length / 2)
  return [all.slice(0, half), all.slice(half)]
}

/** Addresses that some links name otherwise, and where they lead. */
const elsewhere = [
  ['/', '/dashboard/default'],
  ['/dashboard', '/dashboard/default'],
  ['/dashboard/asset-list', '/dashboard/default/manage-asset/view-assets'],
  ['/dashboard/profile', '/dashboard/default/profile'],
  ['/profile', '/dashboard/default/profile'],
  ['/masters/city-master', '/dashboard/default/masters/city-master'],
  ['/dashboard/masters/city-master', '/dashboard/default/masters/city-master'],
  ['/manage-asset/view-assets', '/dashboard/default/manage-asset/view-assets'],
  ['/users', '/dashboard/default/users'],
  ['/dashboard/users', '/dashboard/default/users'],
  ['/users/create-user', '/dashboard/default/users/create-user'],
  ['/dashboard/users/create-user', '/dashboard/default/users/create-user'],
  ['/unknown-tags', '/dashboard/default/unknown-tags'],
  ['/users/add-user', '/dashboard/default/users/create-user'],
  ['/dashboard/mumbai/users/add-user', '/dashboard/mumbai/users/create-user'],
  ...shopLinks,
] as const

/** As a link in the app goes there, without loading the page again. */
const goWithin = (page: Stage['page'], address: string) =>
  page.evaluate(`history.pushState({}, '', ${JSON.stringify(address)})`)

/** The first address is loaded, all others are reached within the app. */
async function seeWhereTo(page: Stage['page'], links: readonly (readonly [string, string | RegExp])[]) {
  const [first] = links
  if (first === undefined) throw new Error('There is no address')
  await page.goto(first[0])
  await expect(page, first[0]).toHaveURL(first[1])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [address, reached] of links.slice(1)) {
    await goWithin(page, address)
    await expect(page, address).toHaveURL(reached)
  }
}

async function seeHeadings(page: Stage['page'], addresses: readonly (readonly [string, string])[]) {
  await page.goto('/dashboard/default')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  for (const [address, heading] of addresses) {
    await goWithin(page, address)
    await expect(page.getByRole('heading', { level: 1 }), address).toHaveText(heading)
    await expect(page, address).toHaveURL(address)
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }), address).toBeVisible()
  }
}

/** Signs somebody in who holds these permissions and no other. */
async function enterWith({ enter, admin }: Pick<Stage, 'enter' | 'admin'>, permissions: string[]) {
  const roleName = newName('Role')
  await admin.call('post', '/api/v1/roles', { roleName, permissions })
  await enter({ role: roleName.toLowerCase() })
}

const open = [...below(forAll), ['/unauthorized', 'Not authorized'] as const]

for (const [part, addresses] of inHalves(open).entries())
  test(`an address that takes no permission opens to everybody, part ${part + 1}`, async ({
    page,
    enter,
    admin,
  }) => {
    test.setTimeout(120_000)
    await enterWith({ enter, admin }, [])
    await seeHeadings(page, addresses)
  })

for (const [permission, addresses] of Object.entries(guarded))
  test(`the addresses of ${permission} open to those who hold it alone`, async ({ page, enter, admin }) => {
    test.setTimeout(90_000)
    await enterWith({ enter, admin }, [permission])
    await seeHeadings(page, addresses)
  })

test('an address that takes a permission leads all others to /unauthorized', async ({
  page,
  enter,
  admin,
}) => {
  test.setTimeout(120_000)
  await enterWith({ enter, admin }, [])
  const addresses = Object.values(guarded).flatMap((all) => all.map(([address]) => address))
  const bare = addresses.map((address) => address.replace('/dashboard/indore', ''))
  const all = [...new Set([...addresses, ...bare])]
  await seeWhereTo(
    page,
    all.map((address) => [address, '/unauthorized']),
  )
})

test('a user and a role have addresses of their own', async ({ page, enter, admin }) => {
  const other = await admin.person()
  const body = { roleName: newName('Role'), permissions: [] }
  const { role } = (await admin.call('post', '/api/v1/roles', body)) as { role: { id: string } }
  const addresses = [
    [`/dashboard/indore/users/${other.id}`, 'Edit user'],
    [`/dashboard/indore/view-roles/${role.id}`, 'Edit role'],
  ] as const
  await enter({ role: 'admin' })
  await seeHeadings(page, addresses)
  await page.goto(`/users/${other.id}`)
  await expect(page).toHaveURL(`/dashboard/default/users/${other.id}`)
  await enter({ role: 'user' })
  for (const [address] of addresses) {
    await page.goto(address)
    await expect(page, address).toHaveURL('/unauthorized')
  }
})

test('a link without a location leads to the screen under default', async ({ page, enter }) => {
  await enter({ role: 'admin' })
  await seeWhereTo(page, elsewhere)
})

test('every address needs a session', async ({ page }) => {
  test.setTimeout(120_000)
  const addresses = [
    ...below(forAll).map(([address]) => address),
    ...Object.values(guarded).flatMap((all) => all.map(([address]) => address)),
    ...elsewhere.map(([address]) => address),
    '/unauthorized',
  ]
  await seeWhereTo(
    page,
    addresses.map((address) => [address, /\/login/]),
  )
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
