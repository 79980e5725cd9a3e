import { breakCalls } from '../support/network.ts'
import { excelFile, notificationsScreen, showTold, told } from '../support/notifications.ts'
import { go } from '../support/within.ts'
import { asha, type Scene } from './scene.ts'

const heading = 'Notifications'
const day = 24 * 60

const everything = () => [
  told({
    ...{ rule: 'state-change-requested', action: 'state-change.requested', recordKind: 'state-change' },
    ...{ subject: 'Office Chair A0000412', detail: 'The back rest is broken.', minutesAgo: 3 },
  }),
  told({
    ...{ rule: 'state-change-requested', action: 'state-change.requested', recordKind: 'state-change' },
    ...{ user: 'Rohan Kulkarni', count: 1200, minutesAgo: 12 },
  }),
  excelFile('assets', { minutesAgo: 40 }),
  told({
    ...{ rule: 'bulk-job-finished', action: 'bulk-job.finished', recordKind: 'bulk-job', minutesAgo: 45 },
    ...{ subject: 'merge-masters', detail: 'Godrej Interio → Godrej' },
  }),
  told({
    ...{
      rule: 'state-change-decided',
      action: 'state-change.denied',
      recordKind: 'state-change',
      minutesAgo: 70,
    },
    ...{ user: 'Meera Iyer', subject: 'Standing Desk A0000077', read: true },
    detail: 'It was repaired last week. Please look again before you ask for it to be written off.',
  }),
  told({
    ...{ rule: 'state-change-decided', action: 'state-change.accepted', recordKind: 'state-change' },
    ...{ user: 'Meera Iyer', subject: 'Conference Table A0000080', minutesAgo: 80 },
  }),
  told({
    ...{ rule: 'import-finished', action: 'import.failed', recordKind: 'import', minutesAgo: day },
    ...{
      subject: 'inventory-2026-second-floor.csv',
      detail: 'The file has a header but no rows.',
      reason: { code: 'file-without-rows' },
      read: true,
    },
  }),
  told({
    ...{ rule: 'access-requested', action: 'access-request.created', recordKind: 'access-request' },
    ...{ user: null, subject: 'Ishaan Bose', detail: 'ishaan.bose@example.com', minutesAgo: day, read: true },
  }),
  told({
    ...{ rule: 'rental-ending', action: 'asset.rental-ending', recordKind: 'asset', user: null },
    ...{ subject: 'Projector A0000031', detail: '2026-12-01', minutesAgo: 9 * day, read: true },
  }),
]

const scene = (name: string, prepare: (page: Parameters<typeof showTold>[0]) => Promise<unknown>): Scene => ({
  name,
  heading,
  steps: async ({ page, enter }) => {
    await enter(asha)
    await prepare(page)
    await go(page, notificationsScreen)
    const isMailed = name !== 'notifications-without-mail'
    const last = isMailed ? page.getByLabel('My Excel file is ready') : page.getByText(/^Nothing yet\./)
    await last.waitFor()
  },
})

export const notificationScreens: Scene[] = [
  scene('notifications', (page) => showTold(page, everything(), { more: true })),
  scene('notifications-many', (page) =>
    showTold(page, [excelFile('brand'), excelFile('city')], { more: true, unread: 1200 }),
  ),
  scene('notifications-none', async () => undefined),
  {
    ...scene('notifications-failed', (page) => breakCalls(page, '/api/v1/notifications?unread=false')),
    refused: true,
  },
  scene('notifications-without-mail', (page) =>
    page.route('/api/v1/notification-choices', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ json: { ...(await answer.json()), mailIsSet: false } })
    }),
  ),
]
