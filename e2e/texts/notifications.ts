import { exportsOf, notificationsScreen } from '../support/notifications.ts'
import type { Scene } from './scene.ts'

export const notificationScenes: Scene[] = [
  {
    screen: 'Notifications',
    when: 'something happened',
    steps: async ({ page, enter }) => {
      await exportsOf(await enter(), 'brand')
      await page.goto(notificationsScreen)
    },
    rows: [
      [2, 'Notifications'],
      [2, 'Set all as read'],
    ],
  },
]
