import { type ShopBody, type ShopKind, shop } from '@ats/contract/shop/shop.ts'
import { type Kysely, sql } from 'kysely'
import { type Db, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { kinds } from './kinds.ts'
import { createRecord } from './records.ts'

const who = { id: null, requestId: 'demo data' }

const categories: [title: string, parent: number | null][] = [
  ['Office furniture', null],
  ['Chairs', 1],
  ['Desks', 1],
  ['Lighting', null],
  ['Storage', null],
]

type Sample = [title: string, category: number, price: number, discount: number | null, stock: number]
const products: Sample[] = [
  ['Standing desk', 3, 999, 899, 24],
  ['Office chair', 2, 425, null, 60],
  ['Floor lamp', 4, 150, null, 35],
  ['Meeting table', 3, 640, null, 8],
  ['Visitor chair', 2, 120, 99, 140],
  ['Filing cabinet', 5, 280, null, 31],
  ['Bookcase', 5, 215, null, 0],
  ['Desk lamp', 4, 45, null, 210],
  ['Drafting stool', 2, 180, 165, 0],
  ['Corner desk', 3, 560, null, 12],
  ['Locker, six doors', 5, 390, null, 17],
  ['Pendant lamp', 4, 85, 70, 55],
  ['Reception sofa', 1, 1150, null, 3],
]
const drafts = new Set(['Reception sofa'])

const people = ['Ananya Gupta', 'Marcus Weber', 'Priya Natarajan', 'Liam Byrne', 'Sofia Rossi', 'Kabir Anand']
const towns = [
  { country: 'India', city: 'Indore', street: 'MG Road 14', zipCode: '452001', phone: '+91 731 555 0114' },
  { country: 'Germany', city: 'Leipzig', street: 'Lindenweg 7', zipCode: '04109', phone: '+49 341 555 0107' },
  {
    country: 'Ireland',
    city: 'Cork',
    street: 'Grand Parade 22',
    zipCode: 'T12 X8N6',
    phone: '+353 21 555 0122',
  },
]
const texts = [
  'Sturdy, and put together in ten minutes.',
  'Comfortable through a long day.',
  'The colour is warmer than in the picture, but it fits.',
  'Arrived with a scratch; the replacement came in two days.',
  'Exactly what our meeting room needed.',
]

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

function orderOf(index: number): ShopBody<'orders'> {
  const [customerName = '', lastname = ''] = pick(people, index).split(' ')
  const lines = index === 0 ? [1, 2, 3] : [1 + (index % 12), 1 + ((index * 5 + 3) % 12)]
  return shop.orders.create.body.parse({
    ...{ customerName, lastname, company: index % 3 === 1 ? 'Northwind Ltd' : '', ...pick(towns, index) },
    email: `${customerName}.${lastname}@example.com`.toLowerCase(),
    status: pick(['Processing', 'Completed', 'Completed', 'On hold', 'Completed', 'Cancelled'], index),
    items: lines.map((product) => ({ product, quantity: product === 2 ? 2 : 1 })),
  })
}

async function addAged<K extends ShopKind>(tx: Db, kind: K, body: ShopBody<K>, days: number) {
  const { id } = (await createRecord(tx, who, kind, body)) as { id: number }
  await sql`update ${sql.table(kinds[kind].table)} set created_at = now() - make_interval(days => ${days})
    where number = ${id}`.execute(tx)
}

/** Adds the sample records of the shop; does nothing if there are any. */
export async function seedDemoShop(db: Kysely<Tables>) {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`select from shop_categories limit 1`.execute(tx)
    if (rows.length > 0) return
    for (const [at, [title, parent]] of categories.entries()) {
      const slug = title.toLowerCase().replaceAll(' ', '-')
      await addAged(tx, 'categories', shop.categories.create.body.parse({ title, slug, parent }), 380 - at)
    }
    for (const [at, [title, category, basePrice, discountPrice, stock]] of products.entries()) {
      const facts = { title, category, basePrice, discountPrice, stock, sku: `SF-${1001 + at}` }
      const shown = { stockStatus: stock > 0 ? 'In stock' : 'Out of stock', published: !drafts.has(title) }
      await addAged(
        tx,
        'products',
        shop.products.create.body.parse({ ...facts, ...shown }),
        370 - ((at * 83) % 300),
      )
    }
    for (let at = 0; at < 36; at += 1) await addAged(tx, 'orders', orderOf(at), at * 10)
    for (let at = 0; at < 14; at += 1) {
      const review = {
        product: 1 + (at % 12),
        rating: pick([5, 4, 5, 3, 4, 2, 5], at),
        reviewText: pick(texts, at),
      }
      await addAged(tx, 'reviews', review, (at * 37) % 300)
    }
    await sql`insert into shop_spendings (month, amount)
      select (date_trunc('month', now()) - make_interval(months => back))::date, 80000 + (back * 37 % 11) * 9000
      from generate_series(0, 12) as back`.execute(tx)
  })
}
