import type pg from 'pg'
import { type Check, ok, warning } from './findings.ts'

/** The process that builds indexes looks for work every five seconds, and holds this lock while it builds. */
const wanted = `select label, index_state as state, exists (select from pg_locks
    where locktype = 'advisory' and granted
      and (classid::bigint << 32 | objid::bigint) = hashtextextended('own-field-indexes', 0)) as "isBuilding",
    coalesce((select max(at) from events where record_kind = 'own-field' and record_id = own_fields.id)
      < now() - interval '1 minute', true) as "isOld"
  from own_fields where indexed and retired_at is null and index_state <> 'ready' order by position, id`

type Waiting = { label: string; state: string; isBuilding: boolean; isOld: boolean }

/** Whether fields wait for an index that nothing builds. */
const fieldIndexes = (connect: () => Promise<pg.Client>) => async () => {
  const client = await connect()
  const { rows } = await client.query<Waiting>(wanted).finally(() => client.end())
  const failing = rows.find(({ state }) => state === 'failed')
  if (failing !== undefined)
    return warning(
      `the index of the field ${failing.label} could not be built: the audit log has the reason; the next try follows by itself`,
    )
  const waiting = rows.filter(({ isBuilding, isOld }) => !isBuilding && isOld)
  const labels = waiting.slice(0, 3).map(({ label }) => label)
  const more = waiting.length > labels.length ? ` and ${waiting.length - labels.length} more` : ''
  if (waiting.length > 0)
    return warning(
      `no process builds the index of ${labels.join(', ')}${more}: start ats field-indexes --follow as the owner of the database (docs/run/install.md, 'Indexes of fields')`,
    )
  return ok(rows.length === 0 ? 'every wanted index is ready' : `being built: ${rows.length}`)
}

export const fieldIndexChecks = (connect: () => Promise<pg.Client>): Record<string, Check> => ({
  'field indexes': fieldIndexes(connect),
})
