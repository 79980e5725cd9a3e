import { expect, type Page, request } from '@playwright/test'
import { type Hand, handOf, type Person } from './people.ts'

export const notificationsScreen = '/dashboard/default/notifications'

export const bell = (page: Page, unread: number) =>
  page.getByRole('banner').getByRole('link', {
    name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
    exact: true,
  })

/** Requests of the person outside their browser, which stays signed in. */
async function beside(person: Person, work: (hand: Hand) => Promise<void>) {
  const context = await request.newContext({ baseURL: process.env.E2E_ADDRESS ?? '' })
  try {
    await work(await handOf(context, person))
  } finally {
    await context.dispose()
  }
}

type List = { unread: number; notifications: { subject: string | null }[] }

const toldNow = async (hand: Hand) => (await hand.call('get', '/api/v1/notifications')) as List

const isTold = (hand: Hand, unread: number) =>
  expect.poll(async () => (await toldNow(hand)).unread).toBe(unread)

export const untilTold = (person: Person, unread: number) => beside(person, (hand) => isTold(hand, unread))

/** The person may get other notifications meanwhile: this waits for the one about the subject. */
export const untilToldOf = (person: Person, subject: string) =>
  beside(person, (hand) =>
    expect.poll(async () => (await toldNow(hand)).notifications.map((one) => one.subject)).toContain(subject),
  )

/** The person exports these lists as Excel files and is notified of each. */
export const exportsOf = (person: Person, ...lists: string[]) =>
  beside(person, async (hand) => {
    for (const [n, list] of lists.entries()) {
      await hand.call('post', '/api/v1/exports', { list, format: 'xlsx' })
      await isTold(hand, n + 1)
    }
  })

type Told = { rule: string; action: string; recordKind: string } & Record<string, unknown>

let made = 0

/** A notification as the server sends it, some minutes old. */
export function told({ minutesAgo = 5, ...change }: Told & { minutesAgo?: number }) {
  made += 1
  return {
    ...{ id: 1_000_000 - made, user: 'Asha Rao', count: 1, subject: null, detail: null, read: false },
    at: new Date(Date.now() - minutesAgo * 60_000).toISOString(),
    recordId: '00000000-0000-4000-8000-000000000000',
    ...change,
  }
}

export const excelFile = (subject: string, change: object = {}) =>
  told({ rule: 'export-finished', action: 'export.finished', recordKind: 'export', subject, ...change })

/** The list shows these instead of the person's real notifications. */
export async function showTold(page: Page, notifications: ReturnType<typeof told>[], change: object = {}) {
  const unread = notifications.filter(({ read }) => !read).length
  const json = { notifications, more: false, unread, ...change }
  await page.route(/\/api\/v1\/notifications\?/, (route) => route.fulfill({ json }))
}
