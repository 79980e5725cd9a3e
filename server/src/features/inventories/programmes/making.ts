import { type Kysely, sql } from 'kysely'
import { canCount } from '#features/inventories/plan/people.ts'
import { insertPlan } from '#features/inventories/plan/planning.ts'
import type { Who } from '#kernel/actor.ts'
import { type Db, type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { duesOf } from './queries.ts'

type Due = {
  id: Id
  placeId: Id
  day: string
  people: Id[]
  blind: boolean
  approverId: Id | null
  mustCount: number | null
  changedBy: Id | null
  createdBy: Id
}

/** Days without an inventory; a person who cancelled one does not get it again. */
const openDues = (
  where: ReturnType<typeof sql>,
) => sql<Due>`select dues.id, dues.place_id as "placeId", dues.day,
    dues.people, dues.blind, dues.approver_id as "approverId", dues.must_count as "mustCount",
    dues.changed_by as "changedBy", dues.created_by as "createdBy"
  from ${duesOf(sql`of_programme.retired_at is null`)} as dues
  where dues.made_id is null and ${where} order by dues.day, dues.id`

async function planDue(tx: Db, who: Who, zone: string, due: Due) {
  const { placeId, blind, mustCount, approverId, createdBy, changedBy } = due
  const people: Id[] = []
  for (const person of due.people) if (await canCount(tx, placeId, [person])) people.push(person)
  const mayApprove = approverId !== null && (await canCount(tx, placeId, [approverId]))
  const plan = {
    ...{ placeId, people, blind, mustCount, approverId: mayApprove ? approverId : null },
    ...{ dueOn: due.day, repeat: null, fixedReaders: false },
  }
  return insertPlan(tx, who, zone, plan, {
    ...{ createdBy, dueDay: null, peopleLeftOut: [] },
    line: { id: due.id, due: due.day, setBy: changedBy },
  })
}

/** Plans the inventory of the next day on which the line is due; undefined: all are planned. */
export async function planLine(tx: Db, who: Who, zone: string, lineId: Id) {
  const { rows } = await sql<Due>`${openDues(sql`dues.id = ${lineId}`)} limit 1`.execute(tx)
  const [due] = rows
  return due && planDue(tx, who, zone, due)
}

/** How many inventories one run plans, so that its transaction stays short. */
const mostAtOnce = 200

/** Plans the inventories of all lines that are due soon. */
export const planDueLines = (db: Kysely<Tables>, zone: string) =>
  inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('verification lines', 0))`.execute(tx)
    const soon = sql`dues.day - dues.lead_days <= (now() at time zone ${zone})::date
      and not exists (select from inventories where line_id = dues.id and line_due = dues.day)`
    const { rows } = await sql<Due>`${openDues(soon)} limit ${mostAtOnce}`.execute(tx)
    for (const due of rows) await planDue(tx, { id: null, requestId: 'verification programmes' }, zone, due)
    return rows.length
  })
