import { sql } from 'kysely'
import { cellReader, tablesOf } from '#features/imports/file/staging.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import {
  countsOf,
  type Fallback,
  freshRows,
  type Meaning,
  mastersToCreate,
  planOf,
  refuseSameAsset,
  stageNewPlaces,
  withinReach,
} from './check.ts'
import { regroupProblems } from './problem-groups.ts'

type Columns = Meaning['columns']

/** Found by their tag or asset; built with the first correction, because most files need none. */
async function indexPlan(db: Db, id: Id) {
  const { plan } = tablesOf(id)
  const name = (of: string) => sql.ref(`plan_${id.replaceAll('-', '')}_${of}`)
  await sql`create index if not exists ${name('tag')} on ${plan} (upper(rfid_tag))`.execute(db)
  await sql`create index if not exists ${name('asset')} on ${plan} (asset_id)`.execute(db)
}

/** These rows and all rows that share a tag or an asset with them, before or after a correction. */
async function withRelated(db: Db, id: Id, columns: Columns, from: readonly number[]): Promise<number[]> {
  const { rows, plan } = tablesOf(id)
  const tag = cellReader(columns)('rfidTag').cell
  const meant = sql`row = any(${from}::int[])`
  const { rows: found } = await sql<{ row: number }>`
    select unnest(${from}::int[]) as row
    union select plan.row from ${plan} as plan where upper(plan.rfid_tag) in (
      select upper(rfid_tag) from ${plan} where ${meant}
      union select upper(normal_tag(${tag})) from ${rows} where ${meant})
    union select plan.row from ${plan} as plan where plan.asset_id in (select asset_id from ${plan} where ${meant})
    order by row`.execute(db)
  const all = found.map(({ row }) => row)
  return all.length > from.length ? withRelated(db, id, columns, all) : all
}

type Rechecked = { given: Fallback; fixed: readonly number[] }

/** Checks corrected rows again, with all rows whose check depends on them. */
export async function recheckRows(
  db: Db,
  actor: Actor,
  id: Id,
  meaning: Meaning,
  { given, fixed }: Rechecked,
) {
  const { columns } = meaning
  const { rows, plan } = tablesOf(id)
  await indexPlan(db, id)
  await stageNewPlaces(db, actor, id)
  const fallback = { ...given, placeId: await withinReach(db, id, given.placeId) }
  let touched = await withRelated(db, id, columns, fixed)
  for (let checked = 0; checked < touched.length; ) {
    const meant = sql`row = any(${touched}::int[])`
    await sql`delete from ${plan} where ${meant}`.execute(db)
    const some = sql`(select * from ${rows} where ${meant}) as corrected`
    await sql`insert into ${plan} ${planOf(actor, id, meaning, fallback, some)}`.execute(db)
    await refuseSameAsset(db, id, meant)
    checked = touched.length
    // A corrected row may now name the asset of another row.
    touched = await withRelated(db, id, columns, touched)
  }
  return {
    counts: await countsOf(db, id),
    problems: await regroupProblems(db, id, touched),
    freshRows: await freshRows(db, id),
    fallback,
    ...(await mastersToCreate(db, id)),
  }
}
