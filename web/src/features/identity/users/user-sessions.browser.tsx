import type { Session } from '@ats/contract/identity/sessions.ts'
import { userSessions } from '@ats/contract/identity/user-sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { idOf } from '../../../../test/listed.ts'
import { respondToPeople, shown, userCalled } from '../../../../test/people.ts'
import { reject, respond, sentTo } from '../../../../test/responses.ts'
import { openScreen } from '../../../../test/screen.tsx'

const meera = userCalled('Meera', 5)
const address = `/dashboard/default/users/${meera._id}`
const section = page.getByRole('region', { name: 'Sessions' })
const endAll = section.getByRole('button', { name: 'End all sessions' })
const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0'

const session = (number: number): Session => ({
  _id: idOf(number),
  ...{
    createdAt: '2026-01-05T10:00:00Z',
    lastSeenAt: '2026-01-05T11:00:00Z',
    address: `203.0.113.${number}`,
  },
  ...{ agent, current: false, program: false },
})

async function open(all: Session[]) {
  respondToPeople([meera])
  respond(users.get, shown(meera))
  let left = all
  respond(userSessions.list, () => ({ sessions: left }))
  respond(userSessions.end, ({ address: { pathname } }) => {
    left = left.filter(({ _id }) => !pathname.endsWith(_id))
    return { message: 'Ended' }
  })
  respond(userSessions.endAll, () => {
    left = []
    return { message: 'Ended' }
  })
  await openScreen(address)
}

test('the page of a user shows where they are logged in', async () => {
  await open([session(7), session(8)])
  await expect.element(section.getByText('Firefox on Linux').first()).toBeVisible()
  await expect.element(section.getByText('IP address 203.0.113.8')).toBeVisible()
})

test('one session is ended, and the focus moves to the heading', async () => {
  await open([session(7), session(8)])
  await section.getByRole('button', { name: 'End Firefox on Linux, 203.0.113.7' }).click()
  await expect.element(page.getByText('Session ended.')).toBeVisible()
  await expect.element(section.getByText('IP address 203.0.113.7')).not.toBeInTheDocument()
  await expect.element(section.getByRole('heading', { name: 'Sessions' })).toHaveFocus()
  expect(sentTo(userSessions.end)).toHaveLength(1)
})

test('all sessions end after a question that names the person', async () => {
  await open([session(7), session(8)])
  await endAll.click()
  const question = page.getByRole('dialog')
  await expect.element(page.getByText('end all sessions of Meera?')).toBeVisible()
  expect(sentTo(userSessions.endAll)).toEqual([])
  await question.getByRole('button', { name: 'End all sessions' }).click()
  await expect.element(page.getByText('All sessions of Meera ended.')).toBeVisible()
  await expect.element(section.getByText('This user is not logged in anywhere.')).toBeVisible()
  await expect.element(endAll).not.toBeInTheDocument()
})

test('an error says what failed', async () => {
  await open([session(7)])
  reject(userSessions.end, 'session-not-found')
  await section.getByRole('button', { name: /^End Firefox/ }).click()
  await expect.element(page.getByText('Session not found.')).toBeVisible()
})

test('sessions that could not be loaded can be loaded again', async () => {
  respondToPeople([meera])
  respond(users.get, shown(meera))
  reject(userSessions.list, 'internal')
  await openScreen(address)
  await expect.element(section.getByText('The sessions of this user could not be loaded.')).toBeVisible()
  respond(userSessions.list, { sessions: [session(7)] })
  await section.getByRole('button', { name: /again/i }).click()
  await expect.element(section.getByText('Firefox on Linux')).toBeVisible()
})

test.each([
  ['a user beyond the own permissions', { mayChange: false }, {}],
  ['oneself', {}, { _id: meera._id }],
])('the sessions of %s are not shown there', async (_name, change, me) => {
  respondToPeople([meera])
  respond(users.get, { ...shown(meera), ...change })
  await openScreen(address, me)
  await expect
    .element(page.getByText('meera@example.com').or(page.getByLabelText('Email')).first())
    .toBeVisible()
  await expect.element(section).not.toBeInTheDocument()
  expect(sentTo(userSessions.list)).toEqual([])
})
