import { audit } from '@ats/contract/audit.ts'
import { exports as exportCalls } from '@ats/contract/exports.ts'
import { shop, shopImages, shopOverview } from '@ats/contract/shop/shop.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testApp } from '../../../test/app.ts'
import {
  categoryWish,
  orderWish,
  productWish,
  reviewWish,
  shopRecord,
} from '../../../test/matrix-shop-rows.ts'
import { administratorOf } from '../../../test/stock.ts'
import { seedDemoShop } from './demo.ts'

const t = await testApp()
const { call } = t
const admin = await administratorOf(t)
const clerk = await t.person({ role: 'Super Admin', city: 'Pune' })
const limited = await t.person({ role: 'User', city: 'Pune' })
const reader = await t.person({ role: 'Sub User', city: 'Delhi' })
const at = ({ id }: { id: number }) => ({ number: String(id) })

const ledgerOf = async (name: string) => {
  const { rows } = await sql<{ action: string; before: object; after: object }>`select action, before, after
    from events where record_name = ${name} order by id`.execute(t.db)
  return rows
}

describe('the sample records', async () => {
  await seedDemoShop(t.db)
  await seedDemoShop(t.db)

  test('order number 1 has three products, 4 pieces and $1899, and every record a line in the ledger', async () => {
    const { body } = await call(clerk, shop.orders.get, { params: { number: '1' } })
    expect(body.items.map(({ name }) => name)).toEqual(['Standing desk', 'Office chair', 'Floor lamp'])
    expect(body.items.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(4)
    expect(body.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)).toBe(1899)
    const { rows } = await sql`select action, count(*) from events where record_kind like 'shop-%'
      group by action order by action`.execute(t.db)
    const made = { 'shop-category': 5, 'shop-order': 36, 'shop-product': 13, 'shop-review': 14 }
    expect(rows).toEqual(Object.entries(made).map(([kind, count]) => ({ action: `${kind}.created`, count })))
  })

  test('orders are read, and the shop is changed, only by people with Master who see every place', async () => {
    const input = { params: { number: '1' } }
    for (const [person, code] of [
      [reader, 'forbidden'],
      [limited, 'shop-needs-everywhere'],
    ] as const) {
      const tries = [
        await call(person, shop.orders.list),
        await call(person, shop.orders.get, input),
        await call(person, shop.orders.remove, input),
        await call(person, shop.products.remove, input),
        await call(person, shop.reviews.create, { body: reviewWish(1) }),
      ]
      expect(tries.map(({ status, body }) => [status, body.code])).toEqual(Array(5).fill([403, code]))
    }
    expect((await call(limited, shop.products.list)).status).toBe(200)
    const query = { recordKind: 'shop-order' }
    const known = async (role: string) => (await call(await t.person({ role }), audit.list, { query })).body
    expect((await known('Admin')).events).not.toHaveLength(0)
    expect((await known('User Management')).events).toEqual([])
  })

  test('lists are searched, sorted and paged', async () => {
    const list = async (query: Record<string, string>) =>
      (await call(reader, shop.products.list, { query })).body
    const names = async (query: Record<string, string>) => (await list(query)).records.map(({ name }) => name)
    expect((await names({ size: '2' }))[0]).toBe('Standing desk')
    expect(await names({ size: '2', sort: 'az' })).toEqual(['Bookcase', 'Corner desk'])
    expect(await names({ size: '1', sort: 'za' })).toEqual(['Visitor chair'])
    const newest = (await list({ sort: 'newest' })).records.map(({ date }) => date)
    expect(newest).toEqual(newest.toSorted().reverse())
    expect((await list({ sort: 'oldest' })).records.map(({ date }) => date)).toEqual(newest.toReversed())
    expect(await names({ search: 'sf-1008' })).toEqual(['Desk lamp'])
    expect(await names({ published: 'false' })).toEqual(['Reception sofa'])
    const second = await list({ size: '10', page: '2' })
    expect(second).toMatchObject({ total: 13, from: 11, previous: '1', next: null, last: '2' })
    expect(second.records).toHaveLength(3)
    for (const query of [{ page: '0' }, { sort: 'price' }, { size: '501' }])
      expect((await call(reader, shop.products.list, { query })).status).toBe(400)
  })

  test('categories say how many products they hold and what they lie in', async () => {
    const { body } = await call(reader, shop.categories.list)
    expect(body.records[1]).toMatchObject({
      name: 'Chairs',
      slug: 'chairs',
      parentCategory: 'Office furniture',
    })
    expect(body.records[1]?.productsNumber).toBe(3)
  })

  test('the overview sums orders that are not cancelled over twelve months', async () => {
    const before = (await call(reader, shopOverview.get)).body
    expect(before.months).toHaveLength(12)
    expect(before.spendings).toBeGreaterThan(0)
    expect(before.profit).toBeCloseTo(before.revenue - before.spendings)
    const { id } = await shopRecord(t, 'orders')
    const grown = (await call(reader, shopOverview.get)).body
    expect(grown.revenue - before.revenue).toBe(200)
    const body = { ...(await call(admin, shop.orders.get, { params: at({ id }) })).body, status: 'Cancelled' }
    await call(clerk, shop.orders.update, { params: at({ id }), body })
    expect((await call(reader, shopOverview.get)).body.revenue).toBe(before.revenue)
  })

  test('new users are those whom the caller may know of', async () => {
    const seenBy = async (who: typeof admin) => (await call(who, shopOverview.get)).body.newUsers
    const [all, inDelhi] = [await seenBy(admin), await seenBy(reader)]
    await t.person({ role: 'User', city: 'Mumbai' })
    expect([await seenBy(admin), await seenBy(reader)]).toEqual([all + 1, inDelhi])
  })

  test('the reviews are exported as they are listed', async () => {
    const body = { list: 'shop-reviews', format: 'csv', filter: { search: 'comfortable', sort: 'az' } }
    const made = await call(reader, exportCalls.create, { body })
    expect(made.status).toBe(201)
    expect(made.body.export.total).toBe(3)
  })
})

describe('products', () => {
  test('a draft is published, and only what changed is in the ledger', async () => {
    const wish = { ...productWish(), title: 'Trolley', basePrice: 19.99, published: false, weight: 2.5 }
    const { status, body } = await call(clerk, shop.products.create, { body: wish })
    expect([status, body.basePrice, body.published, body.weight]).toEqual([201, 19.99, false, 2.5])
    await call(clerk, shop.products.update, { params: at(body), body })
    await call(clerk, shop.products.update, { params: at(body), body: { ...body, published: true } })
    const lines = await ledgerOf('Trolley')
    expect(lines.map(({ action }) => action)).toEqual(['shop-product.created', 'shop-product.changed'])
    expect(lines[1]).toMatchObject({ before: { published: false }, after: { published: true } })
  })

  test.each([
    [{ title: ' ' }, 'title', 'shop-title-required'],
    [{ basePrice: -1 }, 'basePrice', 'shop-amount-wrong'],
    [{ discountPrice: 100.01 }, 'discountPrice', 'shop-discount-wrong'],
    [{ stock: 1.5 }, 'stock', 'shop-count-wrong'],
    [{ category: 2_000_000 }, 'category', 'shop-category-unknown'],
  ])('%o is refused', async (wrong, field, code) => {
    const answer = await call(clerk, shop.products.create, { body: { ...productWish(), ...wrong } })
    expect([answer.status, answer.body.fieldCodes?.[field]?.code]).toEqual([400, code])
  })

  test('a SKU belongs to one product, however it is written', async () => {
    await call(clerk, shop.products.create, { body: { ...productWish(), sku: 'ab-1' } })
    const { body } = await call(clerk, shop.products.create, { body: { ...productWish(), sku: 'AB-1' } })
    expect(body.fieldCodes?.sku?.code).toBe('shop-sku-taken')
  })

  test('one that an order holds cannot be deleted, another can', async () => {
    const [held, other] = [await shopRecord(t, 'products'), await shopRecord(t, 'products')]
    await call(clerk, shop.orders.create, { body: orderWish(held.id) })
    expect((await call(clerk, shop.products.remove, { params: at(held) })).body.code).toBe('shop-in-use')
    expect((await call(clerk, shop.products.remove, { params: at(other) })).status).toBe(200)
    expect((await call(clerk, shop.products.get, { params: at(other) })).status).toBe(404)
    expect((await call(clerk, shop.products.remove, { params: at(other) })).status).toBe(404)
  })
})

describe('categories', () => {
  test('never lie in themselves, by however long a way', async () => {
    const [top, middle, low] = [
      await shopRecord(t, 'categories'),
      await shopRecord(t, 'categories'),
      await shopRecord(t, 'categories'),
    ]
    const put = (of: { id: number }, parent: number) =>
      call(clerk, shop.categories.update, { params: at(of), body: { ...categoryWish(), parent } })
    expect((await put(middle, top.id)).status).toBe(200)
    expect((await put(low, middle.id)).status).toBe(200)
    for (const parent of [top.id, low.id])
      expect((await put(top, parent)).body.fieldCodes?.parent?.code).toBe('shop-category-circle')
    expect((await put(top, 2_000_000)).body.fieldCodes?.parent?.code).toBe('shop-category-unknown')
    const both = await Promise.all([put(top, low.id), put(low, top.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  test('a slug is one of a kind and plain', async () => {
    const wish = categoryWish()
    await call(clerk, shop.categories.create, { body: wish })
    const again = await call(clerk, shop.categories.create, { body: wish })
    expect(again.body.fieldCodes?.slug?.code).toBe('shop-slug-taken')
    const wrong = await call(clerk, shop.categories.create, { body: { ...wish, slug: 'Office Chairs' } })
    expect(wrong.body.fieldCodes?.slug?.code).toBe('shop-slug-wrong')
  })
})

describe('orders', () => {
  test('keep the prices as they were, and take new ones for what is added', async () => {
    const wish = { ...productWish(), basePrice: 10 }
    const { body: first } = await call(clerk, shop.products.create, { body: wish })
    const { body: made } = await call(clerk, shop.orders.create, { body: orderWish(first.id) })
    await call(clerk, shop.products.update, {
      params: at(first),
      body: { ...first, basePrice: 99, title: 'New' },
    })
    const second = await shopRecord(t, 'products')
    const items = [
      { product: second.id, quantity: 1 },
      { product: first.id, quantity: 3 },
      { product: first.id, quantity: 1 },
    ]
    const { body } = await call(clerk, shop.orders.update, { params: at(made), body: { ...made, items } })
    expect(body.items).toEqual([
      { product: second.id, quantity: 1, name: 'Desk', price: 100 },
      { product: first.id, quantity: 4, name: 'Desk', price: 10 },
    ])
    const { records } = (await call(clerk, shop.orders.list, { query: { sort: 'newest', size: '1' } })).body
    expect(records).toMatchObject([{ id: made.id, customer: 'Ana Gupta', status: 'Processing', total: 140 }])
  })

  test('neither drafts nor nothing at all can be ordered', async () => {
    const draft = await call(clerk, shop.products.create, { body: { ...productWish(), published: false } })
    const order = (items: object[]) =>
      call(clerk, shop.orders.create, { body: { ...orderWish(draft.body.id), items } })
    const refused = await order([{ product: draft.body.id, quantity: 1 }])
    expect(refused.body.fieldCodes?.items?.code).toBe('shop-product-unknown')
    expect((await order([])).body.fieldCodes?.items?.code).toBe('shop-items-required')
    const none = await order([{ product: 1, quantity: 0 }])
    expect(none.body.fieldCodes?.['items.0.quantity']?.code).toBe('shop-quantity-wrong')
  })
})

describe('reviews', () => {
  test.each([0, 6, 2.5])('a rating of %d is refused', async (rating) => {
    const { id } = await shopRecord(t, 'products')
    const answer = await call(clerk, shop.reviews.create, { body: { ...reviewWish(id), rating } })
    expect([answer.status, answer.body.fieldCodes?.rating?.code]).toEqual([400, 'shop-rating-wrong'])
  })

  test('a review needs a product that exists', async () => {
    const { body } = await call(clerk, shop.reviews.create, { body: reviewWish(2_000_000) })
    expect(body.fieldCodes?.product?.code).toBe('shop-product-unknown')
  })
})

describe('images', () => {
  const image = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>')
  const add = (owner: string, of: { id: number }, bytes = image) =>
    call(clerk, shopImages.add, { params: { owner, ...at(of) }, image: bytes })

  test('a product has several, drawn anew, and each can go', async () => {
    const product = await shopRecord(t, 'products')
    await add('products', product)
    const [first = '', second = ''] = (await add('products', product)).body.images
    const shown = await call(reader, shopImages.get, { params: { id: first } })
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await call(clerk, shopImages.remove, { params: { id: first } })).status).toBe(200)
    const { body } = await call(reader, shop.products.get, { params: at(product) })
    expect(body.images).toEqual([second])
    expect((await call(reader, shopImages.get, { params: { id: first } })).status).toBe(404)
  })

  test('a category has one, and another takes its place', async () => {
    const category = await shopRecord(t, 'categories')
    const { images: before } = (await add('categories', category)).body
    const { images: after } = (await add('categories', category)).body
    expect([before.length, after.length, before[0] === after[0]]).toEqual([1, 1, false])
  })

  test('what is no picture, has no owner or is one too many is refused', async () => {
    const review = await shopRecord(t, 'reviews')
    expect((await add('reviews', review, Buffer.from('hello'))).status).toBe(400)
    expect((await add('orders', review)).status).toBe(400)
    expect((await add('reviews', { id: 2_000_000 })).status).toBe(404)
    for (let count = 0; count < 10; count += 1) expect((await add('reviews', review)).status).toBe(201)
    expect((await add('reviews', review)).body.code).toBe('shop-pictures-full')
  })
})
