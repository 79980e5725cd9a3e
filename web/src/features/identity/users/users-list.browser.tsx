import type { BulkJob } from '@ats/contract/bulk-jobs.ts'
import { exports } from '@ats/contract/exports.ts'
import { users } from '@ats/contract/identity/users.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pressOn } from '../../../../test/keyboard.ts'
import { respondToPeople, userCalled } from '../../../../test/people.ts'
import { reject, respond, sent } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'
import { signInAs } from '../../../../test/show.tsx'

const list = '/dashboard/default/users'
const people = [
  ...Array.from({ length: 13 }, (_, at) => userCalled(`Person ${at + 10}`, at + 1)),
  userCalled('Zubin', 14, {
    lastname: 'Irani',
    roleName: 'Sub User',
    locationName: 'Pune',
    status: 'disabled',
  }),
]
const removal: BulkJob = {
  _id: people[13]?._id ?? '',
  ...{ work: 'remove-personal-data', subject: 'Former person 14', status: 'waiting', total: null },
  ...{ done: 0, failed: 0, results: [], code: null, params: {}, message: null, undone: false },
  ...{ undoable: false, createdAt: '2026-01-05T10:00:00Z', finishedAt: null },
}
const table = page.getByRole('table', { name: 'User List' })
const row = (at: number) => table.getByRole('row').nth(at)
const cell = (at: number, column: number) => row(at).getByRole('cell').nth(column)
const asked = () => sent.findLast(({ endpoint }) => endpoint === users.list)?.address.searchParams

test('users are listed, and the server sorts, searches and pages them', async () => {
  respondToPeople(people)
  const router = await openScreen(`${list}?direction=desc`)
  await expect.element(row(1).getByText('Zubin Irani')).toBeVisible()
  for (const [column, text] of ['14', 'Zubin Irani', 'zubin@example.com', 'Sub User', 'Pune'].entries())
    await expect.element(cell(1, column).getByText(text)).toBeVisible()
  await expect.element(row(1).getByText('Disabled')).toBeVisible()
  const name = page.getByRole('columnheader', { name: 'User Name' })
  await expect.element(name).toHaveAttribute('aria-sort', 'descending')
  await name.getByRole('button').click()
  await expect.element(name).toHaveAttribute('aria-sort', 'ascending')
  await expect.element(row(1).getByText('Person 10')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect.element(page.getByText('Showing 11 to 14 of 14 entries')).toBeVisible()
  await userEvent.keyboard('/')
  await userEvent.keyboard('ZUBIN')
  await expect.element(page.getByText('Showing 1 to 1 of 1 entries')).toBeVisible()
  expect(router.state.location.searchStr).toBe('?search=ZUBIN')
  expect(Object.fromEntries(asked() ?? [])).toMatchObject({ search: 'ZUBIN', sort: 'name', size: '10' })
})

test('a list that cannot be loaded shows an error with a retry', async () => {
  respondToPeople(people)
  reject(users.list, 'internal')
  await openScreen('/dashboard/pune/users')
  await expect.element(page.getByRole('alert').getByText('Error fetching users.')).toBeVisible()
  respondToPeople(people)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row(1)).toBeVisible()
  expect(asked()?.get('location')).toBe('pune')
})

test('deleting a user asks for confirmation, returns the focus, and works with the keyboard alone', async () => {
  respondToPeople(people)
  respond(users.remove, { message: 'User deleted successfully!' })
  await openScreen(`${list}?search=Person+12`)
  const remove = page.getByRole('button', { name: 'Delete Person 12' })
  const dialog = page.getByRole('dialog')
  await pressOn(remove)
  await expect.element(dialog.getByText('Are you sure you want to delete this user?')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(remove).toHaveFocus()
  expect(sent.filter(({ endpoint }) => endpoint === users.remove)).toEqual([])
  await userEvent.keyboard('{Enter}')
  await pressOn(dialog.getByRole('button', { name: 'Delete' }))
  await expect.element(page.getByText('User deleted successfully!')).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  const { address } = sent.find(({ endpoint }) => endpoint === users.remove) ?? {}
  expect(address?.pathname).toBe(`/api/v1/admin/user/${people[2]?._id}`)
})

test('personal data is removed only after the name was typed, and the dialog says what follows', async () => {
  respondToPeople(people)
  reject(users.removePersonalData, 'personal-data-being-removed')
  await openScreen(`${list}?search=Zubin`)
  const dialog = page.getByRole('dialog')
  await pressOn(page.getByRole('button', { name: 'More actions for Zubin Irani' }))
  await page.getByRole('menuitem', { name: 'Remove personal data of Zubin Irani' }).click()
  await expect.element(dialog.getByText(/replaced everywhere by “Former person 14”/)).toBeVisible()
  await expect.element(dialog.getByText('This cannot be undone.')).toBeVisible()
  const name = dialog.getByRole('textbox', { name: 'Type Zubin Irani to confirm' })
  await expect.element(name).toHaveFocus()
  await userEvent.keyboard('Zubin{Enter}')
  await expect.element(dialog.getByText('This is not the name of the person.')).toBeVisible()
  const requests = () => sent.filter(({ endpoint }) => endpoint === users.removePersonalData)
  expect(requests()).toEqual([])
  await name.fill('Zubin Irani')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText(/is already being removed/)).toBeVisible()
  respond(users.removePersonalData, { job: removal, message: 'The personal data is being removed.' })
  await pressOn(dialog.getByRole('button', { name: 'Remove personal data' }))
  await expect.element(page.getByText(/Bulk changes show the progress/)).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(requests().at(-1)?.address.pathname).toBe(
    `/api/v1/admin/user/${people[13]?._id}/remove-personal-data`,
  )
})

test('nobody can delete themselves or a user with more permissions', async () => {
  const me = signInAs()
  const own = userCalled(me.name, 20, { _id: me._id })
  respondToPeople([own, userCalled('Boss', 21, { mayChange: false })])
  await openScreen(list)
  await expect.element(page.getByRole('button', { name: `Delete ${me.name}` })).toBeDisabled()
  await expect.element(page.getByRole('button', { name: 'Delete Boss' })).toBeDisabled()
  await expect.element(table.getByRole('row').filter({ hasText: me.name }).getByText('You')).toBeVisible()
})

test('on a small screen users are cards with the same actions', async () => {
  const [first] = people
  respondToPeople(people)
  const router = await openScreen(`${list}?search=Person+10`)
  await page.viewport(390, 844)
  const card = page.getByRole('list', { name: 'User List' }).getByRole('listitem')
  await expect.element(card.getByText('person.10@example.com')).toBeVisible()
  await expect.element(page.getByRole('table')).not.toBeInTheDocument()
  await expect.element(card.getByRole('button', { name: 'Delete Person 10' })).toBeVisible()
  await pressOn(card.getByRole('link', { name: 'Edit Person 10' }))
  await expect.poll(() => router.state.location.pathname).toBe(`${list}/${first?._id}`)
})

test('an export has the filter, the city and the columns of the list, whose order is stored', async () => {
  respondToPeople(people)
  reject(exports.create, 'internal')
  const router = await openScreen('/dashboard/pune/users?search=Person')
  const headers = page.getByRole('columnheader')
  await expect.element(headers.first().getByText('ID')).toBeVisible()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Email ID' }).click()
  await page.getByRole('button', { name: 'Move ID right' }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(headers.first().getByText('User Name')).toBeVisible()
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'CSV' }).click()
  await expect
    .poll(() => sent.find(({ endpoint }) => endpoint === exports.create)?.body)
    .toMatchObject({
      ...{ list: 'users', format: 'csv', filter: { search: 'Person', location: 'pune' } },
    })
  await router.navigate({ to: '/unauthorized' })
  await router.navigate({ to: '/dashboard/$location/users', params: { location: 'default' } })
  await expect.element(headers.first().getByText('User Name')).toBeVisible()
  await expect.element(page.getByRole('columnheader', { name: 'Email ID' })).not.toBeInTheDocument()
})
