import type { ShopBody, ShopFilter, ShopKind, ShopRecord, ShopRow } from '@ats/contract/shop/shop.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Who } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { difference, record } from '#kernel/ledger/events.ts'
import { hundredths, type Kind, kinds } from './kinds.ts'

type Filter = Pick<ShopFilter, 'search' | 'sort' | 'published'>

/** The rows of a list that match a filter, and their order. */
export function rowsOf(kind: ShopKind, { search, sort, published }: Filter) {
  const { rows, title, searched } = kinds[kind] as Kind
  const columns = sql.join(searched.map((name) => sql.ref(`records.${name}`)))
  const orders: Record<ShopFilter['sort'], RawBuilder<unknown>> = {
    default: sql`records.id`,
    az: sql`lower(${sql.ref(`records.${title}`)}), records.id`,
    za: sql`lower(${sql.ref(`records.${title}`)}) desc, records.id desc`,
    newest: sql`records.date desc, records.id desc`,
    oldest: sql`records.date, records.id`,
  }
  const tests = [
    search !== '' && sql`${containsWords(sql`concat_ws(' ', ${columns})`, search)} ${sql.raw(unprepared)}`,
    published !== undefined && kind === 'products' && sql`records.published = ${published === 'true'}`,
  ].filter((test) => test !== false)
  const where = tests.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(tests, sql` and `)}`
  return { from: sql`(${rows}) as records`, where, order: orders[sort] }
}

export async function countOf(db: Db, { from, where }: Pick<ReturnType<typeof rowsOf>, 'from' | 'where'>) {
  const { rows } = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

export async function pageOf<K extends ShopKind>(db: Db, kind: K, filter: ShopFilter) {
  const { from, where, order } = rowsOf(kind, filter)
  const { page, size } = filter
  const total = await countOf(db, { from, where })
  const { rows } = await sql<ShopRow<K> & { email?: string }>`select records.* from ${from} where ${where}
    order by ${order} limit ${size} offset ${(page - 1) * size}`.execute(db)
  const last = Math.ceil(total / size)
  return {
    records: rows.map(({ email: _, ...row }) => row as unknown as ShopRow<K>),
    ...{ total, totalIsExact: true, from: rows.length === 0 ? 0 : (page - 1) * size + 1 },
    previous: page > 1 ? String(page - 1) : null,
    next: page < last ? String(page + 1) : null,
    last: last > 1 ? String(last) : null,
  }
}

const columnOf = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type Kept<K extends ShopKind> = { ledgerId: Id; record: ShopRecord<K> }

async function keptRecord<K extends ShopKind>(db: Db, kind: K, number: number): Promise<Kept<K>> {
  const { table, fields, more } = kinds[kind]
  const columns = fields.map((field) => {
    const column = sql.ref(`${table}.${columnOf(field)}`)
    return sql`${hundredths.has(field) ? sql`${column} / 100::float8` : column} as ${sql.ref(field)}`
  })
  const { rows } = await sql<ShopRecord<K> & { ledgerId: Id }>`select ${sql.ref(`${table}.id`)} as "ledgerId",
    number as id, ${sql.join(columns)} ${more} from ${sql.table(table)} where number = ${number}`.execute(db)
  const { ledgerId, ...record } = found(rows[0], 'record-not-found')
  return { ledgerId, record: record as unknown as ShopRecord<K> }
}

export const recordOf = async <K extends ShopKind>(db: Db, kind: K, number: number) =>
  (await keptRecord(db, kind, number)).record

const nameOf = (whole: object) =>
  String(('title' in whole && whole.title) || ('customerName' in whole && whole.customerName) || '')

/** Changes one record by `work`, and writes the differences to the ledger. */
export async function changing<K extends ShopKind>(
  tx: Db,
  who: Who,
  kind: K,
  { number, work }: { number: number; work: () => Promise<unknown> },
) {
  const { table, record: recordKind } = kinds[kind]
  await sql`select from ${sql.table(table)} where number = ${number} for update`.execute(tx)
  const before = await keptRecord(tx, kind, number)
  await work()
  const after = await recordOf(tx, kind, number)
  const changes = difference(before.record as object, after as object)
  if (changes !== undefined)
    await record(tx, who, {
      ...{ action: `${recordKind}.changed`, kind: recordKind, id: before.ledgerId },
      ...{ readableId: `${number}`, name: nameOf(after as object), ...changes },
    })
  return after
}

/** The columns of a form with their values. */
function valuesOf<K extends ShopKind>(kind: K, body: ShopBody<K>) {
  const said = body as Record<string, unknown>
  const counted = (value: unknown) => (typeof value === 'number' ? Math.round(value * 100) : value)
  return kinds[kind].fields.map((field) => ({
    column: sql.ref(columnOf(field)),
    value: sql`${hundredths.has(field) ? counted(said[field]) : said[field]}`,
  }))
}

export async function createRecord<K extends ShopKind>(tx: Db, who: Who, kind: K, body: ShopBody<K>) {
  const { table, record: recordKind, refusals, saveMore } = kinds[kind]
  const values = valuesOf(kind, body)
  const insert = sql<{ number: number }>`insert into ${sql.table(table)}
    (${sql.join(values.map(({ column }) => column))}) values (${sql.join(values.map(({ value }) => value))})
    returning number`
  const { rows } = await refusing(insert.execute(tx), refusals)
  const number = found(rows[0], 'record-not-found').number
  await saveMore?.(tx, number, body)
  const made = await keptRecord(tx, kind, number)
  const { id: _, ...after } = made.record as { id: number }
  await record(tx, who, {
    ...{ action: `${recordKind}.created`, kind: recordKind, id: made.ledgerId },
    ...{ readableId: `${number}`, name: nameOf(after), after },
  })
  return made.record
}

type Update<K extends ShopKind> = { number: number; body: ShopBody<K> }

export const updateRecord = <K extends ShopKind>(tx: Db, who: Who, kind: K, { number, body }: Update<K>) =>
  changing(tx, who, kind, {
    number,
    work: async () => {
      const { table, refusals, check, saveMore } = kinds[kind]
      await check?.(tx, number, body)
      const set = valuesOf(kind, body).map(({ column, value }) => sql`${column} = ${value}`)
      const update = sql`update ${sql.table(table)} set ${sql.join(set)} where number = ${number}`
      await refusing(update.execute(tx), refusals)
      await saveMore?.(tx, number, body)
    },
  })

const inUse = () => new Problem('shop-in-use')
const whenUsed = {
  shop_products_category: inUse,
  shop_categories_parent: inUse,
  shop_order_items_product_fkey: inUse,
  shop_reviews_product: inUse,
}

export async function deleteRecord(tx: Db, who: Who, kind: ShopKind, number: number) {
  const { table, record: recordKind } = kinds[kind]
  const { ledgerId, record: whole } = await keptRecord(tx, kind, number)
  const { id: _, ...before } = whole
  await refusing(sql`delete from ${sql.table(table)} where number = ${number}`.execute(tx), whenUsed)
  await record(tx, who, {
    ...{ action: `${recordKind}.deleted`, kind: recordKind, id: ledgerId },
    ...{ readableId: `${number}`, name: nameOf(whole), before },
  })
}
