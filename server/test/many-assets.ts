import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** Creates this many assets with tags and their first ledger entry; returns their ids. */
export async function manyAssets(
  t: TestApp,
  count: number,
  place: string,
  holder?: { id: string; name: string },
): Promise<string[]> {
  const prefix = `E2${randomBytes(7).toString('hex')}`.toUpperCase()
  await sql`insert into asset_names (name) values ('Chair') on conflict do nothing`.execute(t.db)
  const { rows } = await sql<{ id: string }>`with made as (
      insert into assets (rfid_tag, name_id, state_id, place_id, assigned_user_id, assigned_name)
      select ${prefix} || lpad(to_hex(n), 8, '0'), (select id from asset_names limit 1),
        (select id from asset_states order by name limit 1), ${place}, ${holder?.id ?? null}, ${holder?.name ?? null}
      from generate_series(1, ${count}::int) as n
      returning id, rfid_tag, place_id
    ), tagged as (insert into asset_tags (asset_id, rfid_tag) select id, rfid_tag from made), told as (
      insert into events (action, record_kind, record_id, place_id, request_id)
      select 'asset.registered', 'asset', id, place_id, 'test' from made
    )
    select id from made`.execute(t.db)
  return rows.map(({ id }) => id)
}

/** The number of these assets by version, and the number of their ledger entries. */
export async function tracesOf(t: TestApp, ids: readonly string[]) {
  const { rows } = await sql<{ version: number; count: number; lines: number }>`
    select version, count(*) as count, sum((select count(*) from events where record_kind = 'asset'
      and record_id = assets.id))::int as lines
    from assets where id = any(${ids}::uuid[]) group by version`.execute(t.db)
  return {
    versions: Object.fromEntries(rows.map(({ version, count }) => [version, count])),
    lines: rows.reduce((sum, { lines }) => sum + lines, 0),
  }
}
