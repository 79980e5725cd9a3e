import { randomUUID } from 'node:crypto'
import { notifications } from '@ats/contract/notifications.ts'
import { sql } from 'kysely'
import { record } from '#kernel/ledger/events.ts'
import type { Person, TestApp } from './app.ts'
import { stocked } from './stock.ts'

/** A person's notifications, newest first. */
export const toldTo = async (
  t: TestApp,
  person: Pick<Person, 'headers'>,
  query: Record<string, string> = {},
) => (await t.call(person, notifications.list, { query })).body.notifications

/** A person requests a state change of an asset: the request, and its ledger entry. */
export async function stateChange(
  t: TestApp,
  by: Pick<Person, 'id'>,
  { placeId, requestId = randomUUID() }: { placeId?: string; requestId?: string } = {},
) {
  const asset = await stocked(t, placeId === undefined ? {} : { placeId })
  const { rows } = await sql<{ id: string; place: string }>`
    insert into state_changes (asset_id, asset_version, from_state_id, to_state_id, reason, created_by)
    select assets.id, assets.version, assets.state_id, assets.state_id, 'It broke', ${by.id}
    from assets where id = ${asset._id}
    returning id, (select place_id from assets where id = ${asset._id}) as place`.execute(t.db)
  const [{ id, place } = { id: '', place: '' }] = rows
  const line = { kind: 'state-change', id, place } as const
  await record(t.db, { id: by.id, requestId }, { ...line, action: 'state-change.requested' })
  return {
    id,
    asset,
    end: async (
      by: Pick<Person, 'id'> | null,
      how: 'accepted' | 'denied' | 'stale',
      note: string | null = null,
    ) => {
      await sql`update state_changes set note = ${note} where id = ${id}`.execute(t.db)
      const who = { id: by?.id ?? null, requestId: by === null ? 'asset changed' : randomUUID() }
      await record(t.db, who, { ...line, action: `state-change.${how}` })
    },
  }
}

/** A notification inserted directly into the table, with its ledger entry. */
export async function newsFor(t: TestApp, { id }: Pick<Person, 'id'>): Promise<number> {
  const after = { fileName: 'a.csv' }
  const line = { action: 'import.finished', kind: 'import', id: randomUUID(), after } as const
  await record(t.db, { id, requestId: randomUUID() }, line)
  const { rows } = await sql<{ id: number }>`
    insert into notifications (user_id, rule, batch, event_id, at)
    select ${id}, 'import-finished', gen_random_uuid(), id, at from events where record_id = ${line.id}
    returning id`.execute(t.db)
  return rows[0]?.id ?? 0
}
