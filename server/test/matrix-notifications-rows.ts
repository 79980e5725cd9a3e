import { ownJob } from './matrix-bulk-job-rows.ts'
import type { Rows } from './matrix-row.ts'
import { newsFor } from './news.ts'

/** The caller always has their own notification, and never another person's. */
export const notificationRows: Rows<'notifications'> = {
  'notifications.list': {},
  'notifications.read': {
    input: async (t, as) => ({ params: { id: String(await newsFor(t, as ?? (await t.person()))) } }),
  },
  'notifications.readAll': { input: async () => ({ body: { upTo: 1 } }) },
  'notifications.shown': {
    input: async (t, as) => ({
      body: { action: 'bulk-job.finished', recordId: (await ownJob(t, as)).params.id },
    }),
  },
  'notifications.choices': {},
  'notifications.choose': {
    input: async () => ({ body: { choices: [{ rule: 'import-finished', mail: 'daily' }] } }),
  },
}
