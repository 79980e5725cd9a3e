import type { AddedMaster } from '@ats/contract/assets/fields.ts'
import type { ImportStatus, MadeMasters } from '@ats/contract/imports.ts'
import { mastersInUse, mustBeAllowedToChange, removeUnusedMasters } from '#features/masters/masters.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { importVisible } from './queries.ts'

/** How many are checked and removed at a time. */
const mostMasters = 1000
const mostNamed = 100

async function madeBy(db: Db, id: Id) {
  const rows = await db
    .selectFrom('import_masters')
    .select(['kind', 'master_id'])
    .where('import_id', '=', id)
    .orderBy('kind')
    .orderBy('master_id')
    .limit(mostMasters + 1)
    .execute()
  const looked = rows.slice(0, mostMasters)
  const kinds = [...new Set(looked.map(({ kind }) => kind))]
  const idsOf = (kind: AddedMaster) => looked.filter((row) => row.kind === kind).map((row) => row.master_id)
  return { kinds: kinds.map((kind) => ({ kind, ids: idsOf(kind) })), more: rows.length > mostMasters }
}

/** The master records that an import created and that still exist. */
export async function mastersOf(db: Db, id: Id): Promise<MadeMasters> {
  const { kinds, more } = await madeBy(db, id)
  const all: { kind: AddedMaster; name: string; isUsed: boolean }[] = []
  for (const { kind, ids } of kinds)
    for (const { name, isUsed } of await mastersInUse(db, kind, ids)) all.push({ kind, name, isUsed })
  const named = (used: boolean) => {
    const some = all.filter(({ isUsed }) => isUsed === used).map(({ kind, name }) => ({ kind, name }))
    return { list: some.slice(0, mostNamed), total: some.length }
  }
  const [unused, used] = [named(false), named(true)]
  return {
    ...{ unused: unused.list, unusedTotal: unused.total },
    ...{ used: used.list, usedTotal: used.total, more },
  }
}

const takenBack: ImportStatus[] = ['undone', 'cancelled']

/** Deletes those that no asset uses, after the import was undone. Returns how many. */
export async function removeMasters(tx: Db, actor: Actor, id: Id): Promise<number> {
  const row = found(await importVisible(tx, actor, id), 'import-not-found')
  mustBeAllowedToChange(actor, 'asset-name')
  if (!takenBack.includes(row.status)) throw new Problem('import-moved-on')
  let removed = 0
  for (const { kind, ids } of (await madeBy(tx, id)).kinds) {
    const gone = await removeUnusedMasters(tx, actor, kind, ids)
    removed += gone.length
    // Forgetting the deleted ones makes room for those beyond the first thousand.
    if (gone.length > 0)
      await tx
        .deleteFrom('import_masters')
        .where('import_id', '=', id)
        .where('kind', '=', kind)
        .where('master_id', 'in', gone)
        .execute()
  }
  return removed
}
