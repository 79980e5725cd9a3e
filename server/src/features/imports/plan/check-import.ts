import type { ImportColumn } from '@ats/contract/import-columns.ts'
import { sql } from 'kysely'
import { firstState } from '#features/assets/assets.ts'
import { planHasExpectedTags } from '#features/imports/apply/progress.ts'
import { endFixes, uncheckedFixes } from '#features/imports/file/fixes.ts'
import { openSeries } from '#features/tag-series/tag-series.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { checkRows, meaningOf } from './check.ts'
import { asksOf } from './columns.ts'
import { recheckRows } from './recheck.ts'

/** The state chosen for new assets if it still exists, otherwise the default one. */
async function stateOfNew(tx: Db, name: string | undefined) {
  const states = tx.selectFrom('asset_states').select(['id', 'name'])
  const chosen =
    name === undefined
      ? undefined
      : await states.where(sql`lower(name)`, '=', name.toLowerCase()).forKeyShare().executeTakeFirst()
  if (chosen !== undefined) return chosen
  const usual = await firstState(tx).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'state-required') return undefined
    throw error
  })
  return usual === undefined ? undefined : states.where('id', '=', usual).executeTakeFirst()
}

/** Checks all rows, or only those that a correction concerns; returns the columns of the import to set. */
export async function checkImport(tx: Db, actor: Actor, id: Id) {
  const query = tx.selectFrom('imports').select(['columns', 'rows', 'defaults']).where('id', '=', id)
  const { columns, rows, defaults } = await query.executeTakeFirstOrThrow()
  const state = await stateOfNew(tx, defaults.assetState)
  const given = {
    ...{ name: defaults.assetName ?? null, placeId: defaults.placeId ?? null },
    stateId: state?.id ?? null,
    seriesId: (await openSeries(tx, defaults.tagSeriesId))?.id ?? null,
  }
  const meaning = await meaningOf(tx, actor, columns)
  const fixed = await uncheckedFixes(tx, id)
  // Checking most rows again one set at a time costs more than a new plan.
  const isFew = fixed.length > 0 && fixed.length < rows / 2 + 1000
  const isPart = isFew && (await planHasExpectedTags(tx, id))
  const checked = isPart
    ? await recheckRows(tx, actor, id, meaning, { given, fixed })
    : await checkRows(tx, actor, id, meaning, given)
  await endFixes(tx, id)
  return toSet(columns, checked, state?.name ?? null)
}

type Checked = Awaited<ReturnType<typeof checkRows>>

function toSet(columns: (ImportColumn | null)[], checked: Checked, state: string | null) {
  const { counts, problems, creates, createsTotal, freshRows, fallback } = checked
  const answers = {
    ...{ rfidTag: fallback.seriesId, assetName: fallback.name, place: fallback.placeId, assetState: state },
  }
  return {
    counts,
    problems: JSON.stringify(problems),
    asks: JSON.stringify(asksOf(columns, freshRows, answers)),
    creates: JSON.stringify(creates),
    creates_total: createsTotal,
  }
}
