import { randomUUID } from 'node:crypto'
import { type EndOfOwnWork, notifications } from '@ats/contract/notifications.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { record } from '#kernel/ledger/events.ts'
import { jobHandlers } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { mailServer } from '#test/mail-server.ts'
import { ownJob } from '#test/matrix-bulk-job-rows.ts'
import { toldTo } from '#test/news.ts'
import { requested, stateChangeCalls } from '#test/state-changes.ts'
import { beginNotifying, writeNotifications } from './notifier.ts'

const { settings: mail, mailsTo } = await mailServer()
const t = await testApp({ mail, origin: 'https://assets.example.com' })
const { decide, undo } = stateChangeCalls(t)
const asker = await t.person({ name: 'Asha' })
const decider = await t.person({ name: 'Meera' })
await beginNotifying(t.db)

const asked = (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await requested(t, {}, asker)).id))
const decisions = async () => {
  await writeNotifications(t)
  const told = await toldTo(t, asker, { size: '100' })
  return told.flatMap(({ rule, action, count, subject, detail }) =>
    rule === 'state-change-decided' ? [{ action, count, subject, detail }] : [],
  )
}

test('an undone decision withdraws its notification, and a new one makes a new one', async () => {
  const [id = ''] = await asked(1)
  await decide(decider, [id], 'deny', 'No')
  expect(await decisions()).toMatchObject([{ action: 'state-change.denied', count: 1, detail: 'No' }])
  await undo(decider, [id])
  expect(await decisions()).toEqual([])
  await decide(decider, [id], 'accept')
  expect(await decisions()).toMatchObject([{ action: 'state-change.accepted', count: 1 }])
  await t.db.deleteFrom('notifications').execute()
})

test('of several decisions those that stay are still told of, by the name of the last one', async () => {
  const ids = await asked(3)
  await decide(decider, ids, 'deny', 'No')
  expect(await decisions()).toMatchObject([{ count: 3, subject: null }])
  await undo(decider, ids.slice(1))
  expect(await decisions()).toMatchObject([
    { count: 1, subject: expect.stringContaining('Chair'), detail: 'No' },
  ])
  await writeNotifications(t)
  await undo(decider, ids.slice(0, 1))
  expect(await decisions()).toEqual([])
})

test('what is undone before anyone was told of it is never told', async () => {
  const [first = '', second = ''] = await asked(2)
  await decide(decider, [first, second], 'deny', 'No')
  await undo(decider, [first])
  expect(await decisions()).toMatchObject([{ count: 1 }])
  await undo(decider, [second])
  expect(await decisions()).toEqual([])
})

test('a mail that waits is not sent once the decision is undone', async () => {
  await t.call(asker, notifications.choose, {
    body: { choices: [{ rule: 'state-change-decided', mail: 'now' }] },
  })
  const [id = ''] = await asked(1)
  await decide(decider, [id], 'deny', 'No')
  await writeNotifications(t)
  const { rows } = await sql<{
    id: string
    waits: boolean
  }>`select data ->> 'id' as id, start_after > now() as waits
    from jobs.job where name = 'notification-mails'`.execute(t.db)
  expect(rows).toMatchObject([{ waits: true }])
  await undo(decider, [id])
  await writeNotifications(t)
  await jobHandlers(t)['notification-mails'](rows[0]?.id ?? '', new AbortController().signal)
  expect(await mailsTo(asker.email)).toEqual([])
})

test('work whose end its owner saw makes no notification, and withdraws one that was made', async () => {
  const owner = await t.person()
  const shown = (as: typeof owner, recordId: string, action: EndOfOwnWork = 'bulk-job.finished') =>
    t.call(as, notifications.shown, { body: { action, recordId } })
  const end = async (action: EndOfOwnWork = 'bulk-job.finished') => {
    const { id } = (await ownJob(t, owner)).params
    await record(t.db, { id: owner.id, requestId: randomUUID() }, { action, kind: 'bulk-job', id })
    return id
  }
  const told = async () => {
    await writeNotifications(t)
    return (await toldTo(t, owner)).map(({ recordId }) => recordId)
  }
  const [seen, late, unseen] = [await end(), await end(), await end('bulk-job.failed')]
  expect((await shown(owner, seen)).status).toBe(200)
  expect((await told()).toSorted()).toEqual([late, unseen].toSorted())
  await shown(owner, late)
  expect(await told()).toEqual([unseen])
  await shown(owner, unseen, 'bulk-job.finished')
  expect(await told()).toEqual([unseen])
  // It ends once more, and this time nobody is watching.
  await record(
    t.db,
    { id: owner.id, requestId: randomUUID() },
    { action: 'bulk-job.finished', kind: 'bulk-job', id: seen },
  )
  expect((await told()).toSorted()).toEqual([seen, unseen].toSorted())
  expect((await shown(asker, unseen, 'bulk-job.failed')).status).toBe(404)
  expect(await told()).toContain(unseen)
})
