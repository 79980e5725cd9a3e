import { randomUUID } from 'node:crypto'
import type { Asset } from '@ats/contract/assets/assets.ts'
import { assets } from '@ats/contract/assets/assets.ts'
import { type NewWebhook, webhooks } from '@ats/contract/webhooks.ts'
import { sql } from 'kysely'
import { afterAll, expect } from 'vitest'
import { startSender } from '#features/webhooks/sender.ts'
import type { Person, TestApp } from './app.ts'
import { administratorOf } from './stock.ts'

/** Settings of a server that may send to this machine. */
export const toThisMachine = { webhookNetworks: ['127.0.0.1'] }

export async function webhookOf(t: TestApp, as: Person, given: Partial<NewWebhook> & { url: string }) {
  const body = { name: randomUUID(), topics: ['asset'], ...given }
  const answer = await t.call(as, webhooks.create, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return { ...answer.body.webhook, secret: answer.body.secret }
}

/** A worker that sends; it is stopped after the tests of the file. */
export function sending(t: TestApp) {
  const errors: unknown[] = []
  const sender = startSender(t, (error) => errors.push(error))
  afterAll(() => sender.stop())
  return { ...sender, errors }
}

export const deliveriesOf = async (t: TestApp, as: Person, id: string, query: Record<string, string> = {}) =>
  (await t.call(as, webhooks.deliveries, { params: { id }, query })).body.deliveries

/** Polls as long as a busy machine may need. */
export const polled = <T>(read: () => T) => expect.poll(read, { timeout: 20_000, interval: 100 })

/** Everything that waits is due now, after the running attempts have ended. */
export async function hurry(t: TestApp, id: string) {
  const lease = t.db.selectFrom('webhooks').select('leased_by').where('id', '=', id)
  await polled(async () => (await lease.executeTakeFirst())?.leased_by).toBeNull()
  await sql`update webhook_deliveries set next_at = now() where webhook_id = ${id} and status = 'pending'`.execute(
    t.db,
  )
  await sql`update webhooks set due_at = now(), held_until = case when held_until is not null then now() end
    where id = ${id}`.execute(t.db)
  await sql`select pg_notify('webhooks', '')`.execute(t.db)
}

/** Changes an asset; each change is an entry. */
export async function changed(t: TestApp, { _id }: Asset, model: string) {
  const answer = await t.call(await administratorOf(t), assets.update, {
    params: { id: _id },
    body: { model },
  })
  if (answer.status !== 200) throw new Error(answer.text)
}
