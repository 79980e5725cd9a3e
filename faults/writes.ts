import { onDatabase } from '../scripts/postgres/databases.ts'

/** Every write contains a unique text, which its record and its ledger entry hold. */
const writes = `
  select rfid_tag as key, 'record' as kind from assets where rfid_tag like 'REG-%'
  union all select rfid_tag, 'line' from assets a join events e on e.record_id = a.id and e.action = 'asset.registered'
    where rfid_tag like 'REG-%'
  union all select name, 'record' from brands where name like 'BRAND-%'
  union all select name, 'line' from brands b join events e on e.record_id = b.id and e.action = 'brand.created'
    where name like 'BRAND-%'
  union all select after ->> 'model', kind from events, (values ('record'), ('line')) as kinds (kind)
    where action = 'asset.changed' and after ->> 'model' like 'EDIT-%'
  union all select reason, kind from state_changes, (values ('record'), ('line')) as kinds (kind)
    where reason like 'STATE-%'`

/** How often the database holds the record and the ledger entry of each write. */
export async function storedWrites(url: string) {
  const rows = await onDatabase<{ key: string; kind: 'record' | 'line' }>(url, writes)
  const counts = { record: new Map<string, number>(), line: new Map<string, number>() }
  for (const { key, kind } of rows) counts[kind].set(key, (counts[kind].get(key) ?? 0) + 1)
  return counts
}
