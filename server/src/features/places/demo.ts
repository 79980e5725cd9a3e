import type { Kysely } from 'kysely'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { record } from '#kernel/ledger/events.ts'

const who = { id: null, requestId: 'demo data' }

const groups = ['MM North', 'MM South']
const properties = ['Head Office', 'Service Centre', 'Warehouse']

/** Adds some MMs and properties to every city; does nothing if there are any. */
export async function seedDemoPlaces(db: Kysely<Tables>) {
  await inTransaction(db, async (tx) => {
    if (await tx.selectFrom('places').select('id').where('kind', '=', 'mm').limit(1).executeTakeFirst())
      return
    const cities = await tx
      .selectFrom('places')
      .select(['id', 'name'])
      .where('kind', '=', 'city')
      .orderBy('id')
      .execute()
    for (const city of cities)
      for (const group of groups) {
        const mm = await plant(tx, 'mm', group, city.id)
        for (const property of properties) await plant(tx, 'property', `${city.name} ${property}`, mm)
      }
  })
}

async function plant(tx: Db, kind: string, name: string, parentId: string) {
  const { id } = await tx
    .insertInto('places')
    .values({ kind, name, parent_id: parentId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, who, {
    action: 'place.created',
    kind: 'place',
    id,
    place: id,
    after: { kind, name, parentId },
  })
  return id
}
