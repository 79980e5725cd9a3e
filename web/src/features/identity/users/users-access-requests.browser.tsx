import { type AccessRequest, accessRequests } from '@ats/contract/identity/access-requests.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { idOf } from '../../../../test/listed.ts'
import { respondToPeople, userCalled } from '../../../../test/people.ts'
import { reject, respond, sent } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'

const requestOf = (name: string, at: number): AccessRequest => ({
  _id: idOf(50 + at),
  ...{ name, email: `${name.toLowerCase()}@example.com`, location: null, createdAt: '2026-02-01T10:00:00Z' },
})
const requests = ['Anil', 'Bina', 'Chitra', 'Dev', 'Esha', 'Farid'].map(requestOf)
const region = page.getByRole('region', { name: 'Access requests' })
const dialog = page.getByRole('dialog')
const role = dialog.getByRole('combobox', { name: 'Role' })

async function open() {
  respondToPeople()
  respond(accessRequests.list, { requests, total: requests.length })
  await openScreen('/dashboard/default/users')
  await expect.element(region.getByText('Anil', { exact: true })).toBeVisible()
}

async function approve(name: string) {
  await region.getByRole('button', { name: `Approve ${name}` }).click()
  await dialog.getByRole('combobox', { name: 'Location' }).selectOptions('pune')
  await role.selectOptions('user')
  await dialog.getByRole('button', { name: 'Approve' }).click()
}

test('the chosen role is kept if the approval fails, and sent on the retry', async () => {
  reject(accessRequests.approve, 'internal')
  await open()
  await expect.element(region.getByText('Farid', { exact: true })).not.toBeInTheDocument()
  await region.getByRole('button', { name: 'Show all 6' }).click()
  await approve('Farid')
  await expect
    .element(dialog.getByRole('alert'))
    .toHaveTextContent('Failed to approve the request. Something went wrong on the server.')
  await expect.element(role).toHaveValue('user')
  respond(accessRequests.approve, { user: userCalled('Farid', 9), passwordLink: null })
  respond(accessRequests.list, { requests: requests.slice(0, 5), total: 5 })
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect
    .element(page.getByText('We are sending farid@example.com a link to set the password.'))
    .toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(region.getByText('Farid', { exact: true })).not.toBeInTheDocument()
  const bodies = sent.filter(({ endpoint }) => endpoint === accessRequests.approve).map(({ body }) => body)
  expect(bodies).toEqual(Array(2).fill({ role: 'user', location: 'pune', places: [] }))
})

test('without email the link is shown once, and only its button closes the dialog', async () => {
  const address = 'https://assets.example.com/reset-password#a-token'
  const passwordLink = { address, worksUntil: '2031-05-20T10:30:00Z' }
  respond(accessRequests.approve, { user: userCalled('Anil', 9), passwordLink })
  await open()
  await approve('Anil')
  const handOver = page.getByRole('dialog', { name: 'Anil has an account' })
  await expect
    .element(handOver.getByRole('textbox', { name: 'Link to set the password' }))
    .toHaveValue(address)
  await expect.element(handOver.getByText('It works once, until 20 May 2031')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(handOver.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await handOver.getByRole('button', { name: 'Done' }).click()
  await expect.element(handOver).not.toBeInTheDocument()
})

test('a request is rejected after a confirmation', async () => {
  respond(accessRequests.reject, { message: 'Rejected' })
  await open()
  await region.getByRole('button', { name: 'Reject Bina' }).click()
  await expect.element(dialog.getByText('bina@example.com')).toBeVisible()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect
    .poll(() => sent.find(({ endpoint }) => endpoint === accessRequests.reject)?.address.pathname)
    .toBe(`/api/v1/access-requests/${idOf(51)}/reject`)
})
