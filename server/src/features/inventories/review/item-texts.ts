import { type RawBuilder, sql } from 'kysely'
import { containing, wordsOf } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { mostCounted } from '#kernel/db/paging.ts'

/** A smaller inventory is searched item by item: a common word matches far more texts of other inventories. */
const fewItems = 20_000

/** A trigram index finds nothing by fewer characters. */
const fewestCharacters = 3

async function hasManyItems(db: Db, id: Id) {
  const { rows } = await sql<{ isMany: boolean }>`select has_texts and (
      select count(*) from (select from inventory_items where inventory_id = ${id}
        limit ${sql.lit(fewItems + 1)}) as counted) > ${sql.lit(fewItems)} as "isMany"
    from inventories where id = ${id}`.execute(db)
  return rows[0]?.isMany === true
}

const holds = (word: string) => {
  const pattern = containing(word)
  const isPlain = /^[ -~]*$/.test(word)
  // Tags and labels are compared in capitals and names in small letters, which differs for a few letters.
  return sql`(text like lower(${pattern}) ${isPlain ? sql`` : sql`or text like lower(upper(${pattern}))`})`
}

/** The assets that were ever expected with a text that contains all words, by an index. */
async function assetsWithText(db: Db, words: readonly string[]) {
  const { rows } = await sql<{ id: Id }>`select asset_id as id from inventory_texts
    where ${sql.join(words.map(holds), sql` and `)} limit ${sql.lit(mostCounted + 1)} ${sql.raw(unprepared)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/**
 * A table of items that contains all that match a search; each of them is still tested. Expected items are
 * found by the texts of their assets if few assets match, and all other items are searched one by one.
 */
export async function itemsToSearch(db: Db, id: Id, search: string): Promise<RawBuilder<unknown>> {
  const all = sql`inventory_items`
  const words = wordsOf(search)
  if (!words.some((word) => word.length >= fewestCharacters) || !(await hasManyItems(db, id))) return all
  const assets = await assetsWithText(db, words)
  if (assets.length > mostCounted) return all
  return sql`(
    select * from inventory_items where inventory_id = ${id} and kind = 'expected' and asset_id = any(${assets}::uuid[])
    union all select * from inventory_items where inventory_id = ${id} and kind <> 'expected'
      and class in ('outside', 'binned', 'unknown'))`
}
