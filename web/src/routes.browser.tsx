import { roles } from '@ats/contract/identity/roles.ts'
import { users } from '@ats/contract/identity/users.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { places } from '@ats/contract/places.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { allRoles, cities, respondToPeople, shown, userCalled } from '../test/people.ts'
import { respond, sent } from '../test/responses.ts'
import { openAsStranger, openScreen } from '../test/screen.tsx'
import { shopAddresses, shopForms, shopLinks, shopRecords } from '../test/shop.ts'

type Address = readonly [path: string, heading: string]
const below = (paths: readonly Address[]) =>
  paths.map(([path, heading]) => [`/dashboard/indore${path}`, heading] as const)

/** Screens that everybody may open, and their headings. */
const forAll = [
  ...below([
    ['', 'Dashboard'],
    ['/masters/mm-master', 'MM Master'],
    ['/masters/property-master', 'Property Master'],
    ['/masters/aou-master', 'AoU Master'],
    ['/masters/asset-name-master', 'Asset Name Master'],
    ['/masters/city-master', 'City Master'],
    ['/masters/asset-state-master', 'Asset State Master'],
    ['/masters/vendor-master', 'Vendor Master'],
    ['/masters/brand-master', 'Brand Master'],
    ['/places', 'Places'],
    ['/help-desk', 'Help Desk'],
    ['/notifications', 'Notifications'],
    ['/exports', 'Exports'],
    ['/profile', 'Your Profile'],
    ['/change-password', 'Change Password'],
    ...shopAddresses,
  ]),
  ['/unauthorized', 'Not authorized'] as const,
]

/** Records whose heading depends on a response. */
const records: Address[] = []
records.push(...below(shopRecords))

/** Screens that require a permission. */
const guarded: [Permission, Address[]][] = [
  [
    'user-management',
    below([
      ['/users', 'User List'],
      ['/users/create-user', 'Add New User'],
      ['/view-roles', 'View Roles'],
      ['/add-role', 'Add Role'],
      ['/programs', 'Programs'],
      ['/audit-log', 'Audit Log'],
      ['/security', 'Security'],
    ]),
  ],
  [
    'manage-asset',
    [
      ...below([
        ['/manage-asset/bulk-asset-registration', 'Bulk Asset Registration'],
        ['/manage-asset/view-assets', 'View Assets'],
        ['/manage-asset/asset-registration', 'Asset Registration'],
        ['/unknown-tags', 'Unknown Tags'],
        ['/readers', 'Readers'],
        ['/live', 'Live'],
        ['/seen-elsewhere', 'Seen Elsewhere'],
        ['/dead-letters', 'Undelivered Messages'],
      ]),
      ['/dashboard/manage-assets', 'Manage Assets'],
      ['/dashboard/asset-state-change', 'Asset State Change Request'],
    ],
  ],
  [
    'reports',
    [
      ['/dashboard/asset-wise', 'Asset Wise Report'],
      ['/dashboard/physical-inventory', 'Physical Inventory Report'],
      ['/dashboard/deleted-assets', 'Deleted Assets'],
    ],
  ],
  ['master', below(shopForms)],
]
const needed = guarded.flatMap(([, addresses]) => addresses.map(([address]) => address))

/** Alternative addresses used by some links, and their targets. */
const elsewhere: Address[] = [
  ['/', '/dashboard/default'],
  ['/dashboard', '/dashboard/default'],
  ['/dashboard/INDORE/profile', '/dashboard/indore/profile'],
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
]

const heading = page.getByRole('heading', { level: 1 })
type Router = Awaited<ReturnType<typeof openScreen>>
const person = (permissions: Permission[]) => ({ everywhere: false, permissions })

async function seeHeadings(router: Router, addresses: readonly Address[]) {
  for (const [address, text] of addresses) {
    await router.navigate({ href: address })
    await expect.element(heading, { message: address }).toHaveTextContent(text)
    expect(router.state.location.pathname).toBe(address)
    await expect.element(page.getByRole('navigation', { name: 'Breadcrumb' })).toBeVisible()
  }
}

test('an address without a permission opens for everybody', { timeout: 60_000 }, async () => {
  respond(places.cities, { cities })
  const router = await openScreen('/unauthorized', person([]))
  await seeHeadings(router, forAll)
  for (const [address, title] of records) {
    await router.navigate({ href: address })
    const { staticData } = router.state.matches.at(-1) ?? {}
    expect([router.state.location.pathname, staticData?.title?.()]).toEqual([address, title])
  }
})

test.each(guarded)(
  'the addresses of %s open for people with that permission alone',
  { timeout: 60_000 },
  async (permission, addresses) => {
    respond(places.cities, { cities })
    await seeHeadings(await openScreen('/unauthorized', person([permission])), addresses)
  },
)

test('an address with a permission redirects everybody else to /unauthorized, without a request', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  const all = [
    ...needed,
    ...needed.map((address) => address.replace('/dashboard/indore', '')),
    ...[`/dashboard/default/users/${id}`, `/dashboard/default/view-roles/${id}`],
    ...[`/dashboard/default/readers/${id}`, `/dashboard/physical-inventory/${id}`],
  ]
  const router = await openScreen('/dashboard/default/users', person([]))
  await expect.element(page.getByText('You are not authorized to view this page.')).toBeVisible()
  const before = sent.length
  for (const address of new Set(all)) {
    await router.navigate({ href: address })
    expect([address, router.state.location.pathname]).toEqual([address, '/unauthorized'])
  }
  expect(sent.slice(before).map(({ endpoint }) => endpoint.path)).toEqual([])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Back to the dashboard' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/default')
})

test('a user and a role have their own addresses', async () => {
  const user = userCalled('Meera', 1)
  respondToPeople()
  respond(users.get, shown(user))
  respond(roles.list, { roles: allRoles })
  const router = await openScreen('/unauthorized')
  await seeHeadings(router, [
    [`/dashboard/indore/users/${user._id}`, 'Edit user'],
    [`/dashboard/indore/view-roles/${allRoles[0]?.id}`, 'Edit role'],
  ])
  await router.navigate({ href: `/users/${user._id}` })
  expect(router.state.location.pathname).toBe(`/dashboard/default/users/${user._id}`)
})

test('a link without a location, or with an alternative name, redirects to the screen', {
  timeout: 60_000,
}, async () => {
  respond(places.cities, { cities })
  const router = await openScreen('/unauthorized')
  for (const [address, reached] of elsewhere) {
    await router.navigate({ href: address })
    expect([address, router.state.location.pathname]).toEqual([address, reached])
  }
})

test('every address needs a session', async () => {
  const router = await openAsStranger('/unauthorized')
  const addresses = [
    ...[...forAll, ...records].map(([address]) => address),
    ...needed,
    ...elsewhere.map(([address]) => address),
  ]
  for (const address of addresses) {
    await router.navigate({ href: address })
    expect([address, router.state.location.pathname]).toEqual([address, '/login'])
  }
})

test('an unknown address is not found, outside and inside the frame', async () => {
  const router = await openScreen('/unauthorized')
  for (const address of ['/no-such-page', '/dashboard/default/no-such-page', '/dashboard/atlantis']) {
    await router.navigate({ href: address })
    await expect.element(heading).toHaveTextContent('Page not found')
    await expect.poll(() => document.title).toBe('Page not found · Asset Tracking Solution')
    await page.getByRole('link', { name: 'Back to the dashboard' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard/default')
  }
})
