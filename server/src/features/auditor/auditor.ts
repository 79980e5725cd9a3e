import { type AuditQuestion, type AuditQuestionName, mostAuditRows } from '@ats/contract/auditor.ts'
import { type RawBuilder, sql } from 'kysely'
import { inventoryInScope, isHidden, isOverdue, programmeInScope } from '#features/inventories/inventories.ts'
import { assetCounters, cityNamed, placePath, topmostPlaces } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { counting } from '#kernel/db/paging.ts'
import { withinScope } from '#kernel/scope.ts'

type Row = AuditQuestion['rows'][number]
type Asked = { actor: Actor; cityId: Id | undefined; zone: string }
type Answer = { figure: number; of: number | null; rows: Row[] }

const most = sql.lit(mostAuditRows)
const inCity = (column: string, cityId: Id | undefined) =>
  cityId === undefined ? sql`true` : sql`${sql.ref(column)} = ${cityId}`

async function numbers<T extends object>(db: Db, query: RawBuilder<T>): Promise<T> {
  const { rows } = await query.execute(db)
  return rows[0] as T
}
const rowsOf = async (db: Db, query: RawBuilder<Row>) => (await query.execute(db)).rows

/** Assets without a tag, by property; all assets are counted by counters. */
async function register(db: Db, { actor, cityId }: Asked): Promise<Answer> {
  const untagged = sql`assets where assets.deleted_at is null and assets.rfid_tag is null
    and ${inCity('assets.city_id', cityId)} and ${withinScope(actor, 'assets')}`
  const { of, figure } = await numbers(
    db,
    sql<{ of: number; figure: number }>`select
      (select coalesce(sum(live), 0)::bigint from places join ${assetCounters(actor)}
        on asset_counters.place_id = places.id
        where ${topmostPlaces(actor)} and ${inCity('places.city_id', cityId)}) as of,
      (select count(*) from (select from ${untagged} ${counting}) as counted) as figure`,
  )
  const rows = await rowsOf(
    db,
    sql<Row>`select places.id as "_id", ${placePath} as name, null as detail, count(*)::int as figure,
        null as at, null as "inventoryId"
      from (select place_id from ${untagged} limit 10000) as without
      join places on places.id = without.place_id
      group by places.id order by 4 desc, 2, 1 limit ${most}`,
  )
  return { figure, of, rows }
}

const path = sql`array_to_string(coalesce(inventories.place_names, array[places.name]), ' > ')`

const shown = ({ actor, cityId }: Asked) => sql`inventories join places on places.id = inventories.place_id
  where ${inventoryInScope(actor)} and not ${isHidden(actor)} and ${inCity('places.city_id', cityId)}`

const rowOf = (figure: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`inventories.id as "_id",
  inventories.readable_id as name, ${path} as detail, (${figure})::int as figure, ${at} as at,
  inventories.id as "inventoryId"`

const isOpen = sql`inventories.status not in ('approved', 'cancelled')`

/** The places that running programmes verify, and those programmes. */
async function programme(db: Db, { actor, cityId, zone }: Asked): Promise<Answer> {
  const running = sql`verification_programmes as programmes join places on places.id = programmes.place_id
    where programmes.retired_at is null and ${programmeInScope(actor)} and ${inCity('places.city_id', cityId)}
      and (now() at time zone ${zone})::date between programmes.starts_on and programmes.ends_on`
  const lines = sql`(select count(*) from verification_lines where programme_id = programmes.id)`
  const { figure, of } = await numbers(
    db,
    sql<{ figure: number; of: number }>`select coalesce(sum(${lines}), 0)::bigint as figure, count(*) as of
      from ${running}`,
  )
  const rows = await rowsOf(
    db,
    sql<Row>`select programmes.id as "_id", programmes.name, ${placePath} as detail, ${lines}::int as figure,
        programmes.ends_on::text as at, null as "inventoryId"
      from ${running} order by programmes.ends_on, programmes.id limit ${most}`,
  )
  return { figure, of, rows }
}

async function frequency(db: Db, asked: Asked): Promise<Answer> {
  const overdue = isOverdue(asked.zone)
  const { figure, of } = await numbers(
    db,
    sql<{ figure: number; of: number }>`select count(*) filter (where ${overdue}) as figure, count(*) as of
      from ${shown(asked)} and ${isOpen}`,
  )
  const rows = await rowsOf(
    db,
    sql<Row>`select ${rowOf(sql`null`, sql`inventories.due_on::text`)}
      from ${shown(asked)} and ${overdue} order by inventories.due_on, inventories.number limit ${most}`,
  )
  return { figure, of, rows }
}

const discrepancies = sql`inventories.total - inventories.found + inventories.misplaced + inventories.outside
  + inventories.binned + inventories.unknown`
const ofTheYear = sql`inventories.status = 'approved' and inventories.approved_at >= now() - interval '1 year'`

/** The figure is of items; the second number is that of approved inventories. */
async function identified(db: Db, asked: Asked): Promise<Answer> {
  const { figure, of } = await numbers(
    db,
    sql<{ figure: number; of: number }>`select coalesce(sum(${discrepancies}), 0)::bigint as figure,
      coalesce(sum(inventories.total), 0)::bigint as of from ${shown(asked)} and ${ofTheYear}`,
  )
  const rows = await rowsOf(
    db,
    sql<Row>`select ${rowOf(discrepancies, sql`inventories.approved_at`)}
      from ${shown(asked)} and ${ofTheYear} order by inventories.approved_at desc, inventories.number limit ${most}`,
  )
  return { figure, of, rows }
}

/** Discrepancies that nothing was decided about, and investigations that are open. */
async function resolved(db: Db, asked: Asked): Promise<Answer> {
  const investigated = sql`(select count(*) from (select distinct on (item_id) resolution from inventory_follow_ups
    where inventory_follow_ups.inventory_id = inventories.id order by item_id, id desc) as last
    where last.resolution ->> 'action' = 'investigate')`
  const open = sql`inventories.unresolved + ${investigated}`
  const { figure, of } = await numbers(
    db,
    sql<{ figure: number; of: number }>`select coalesce(sum(${open}), 0)::bigint as figure,
      coalesce(sum(${discrepancies}), 0)::bigint as of from ${shown(asked)} and ${ofTheYear}`,
  )
  const rows = await rowsOf(
    db,
    sql<Row>`select ${rowOf(open, sql`inventories.approved_at`)}
      from ${shown(asked)} and ${ofTheYear} and ${open} > 0
      order by ${open} desc, inventories.number limit ${most}`,
  )
  return { figure, of, rows }
}

/** The last seals. Whether they are right, only a check outside of the server can tell. */
async function log(db: Db): Promise<Answer> {
  const { figure } = await numbers(
    db,
    sql<{ figure: number }>`select coalesce(max(number), 0) as figure from ledger_seals`,
  )
  const rows = await rowsOf(
    db,
    sql<Row>`select number::text as "_id", number::text as name, encode(hash, 'hex') as detail,
        coalesce(cardinality(ids), 0)::int as figure, sealed_at as at, null as "inventoryId"
      from ledger_seals order by number desc limit ${most}`,
  )
  return { figure, of: null, rows }
}

const answers: Record<AuditQuestionName, (db: Db, asked: Asked) => Promise<Answer>> = {
  'register-complete': register,
  'programme-documented': programme,
  'frequency-kept': frequency,
  'discrepancies-identified': identified,
  'resolved-with-evidence': resolved,
  'log-intact': log,
}

export async function auditQuestions(db: Db, actor: Actor, location: string | undefined, zone: string) {
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const asked = { actor, cityId: city?.id, zone }
  const names = Object.keys(answers) as AuditQuestionName[]
  const questions = await Promise.all(
    names.map(async (question) => ({ question, ...(await answers[question](db, asked)) })),
  )
  const { since } = await numbers(
    db,
    sql<{
      since: string
    }>`select to_char((now() - interval '1 year') at time zone ${zone}, 'YYYY-MM-DD') as since`,
  )
  return { since, questions }
}
