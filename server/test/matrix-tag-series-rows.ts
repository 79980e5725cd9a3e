import { randomUUID } from 'node:crypto'
import { tagNumbers } from '@ats/contract/tag-series.ts'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import type { Row, Rows } from './matrix-row.ts'
import { administratorOf } from './stock.ts'
import { tagSeriesOf, withoutTagSeries } from './tag-series.ts'

/** Series are for the whole organisation. */
const everywhereOnly: Row = { elsewhere: 403, except: { User: 403 } }

const shared = new WeakMap<object, ReturnType<typeof tagSeriesOf>>()

/** One series for all requests, because there can be only so many; in the state that a request needs. */
async function oneSeries(t: TestApp, state: 'active' | 'retired' = 'active') {
  const series = shared.get(t.app) ?? tagSeriesOf(t)
  shared.set(t.app, series)
  const { id } = await series
  const at = state === 'retired' ? sql`now()` : null
  await sql`update tag_series set retired_at = ${at} where id = ${id}`.execute(t.db)
  return { id }
}

async function oneBlock(t: TestApp) {
  const params = await oneSeries(t)
  const { body } = await t.call(await administratorOf(t), tagNumbers.reserve, { params, body: { count: 1 } })
  return { ...body, params: { ...params, blockId: body.id } }
}

const about = (body: object, state?: 'retired'): Row => ({
  ...everywhereOnly,
  input: async (t) => ({ params: await oneSeries(t, state), body }),
})
const reading: Row = { input: async (t) => ({ params: await oneSeries(t) }) }

export const tagSeriesRows: Rows<'tagNumbers'> = {
  'tagNumbers.list': {},
  'tagNumbers.create': {
    ...everywhereOnly,
    input: async (t) => {
      await oneSeries(t)
      const others = await sql<{ count: number }>`select count(*) as count from tag_series`.execute(t.db)
      if ((others.rows[0]?.count ?? 0) > 50) {
        await withoutTagSeries(t)
        shared.delete(t.app)
      }
      return { body: { name: randomUUID(), scheme: 'private' } }
    },
  },
  'tagNumbers.change': about({}),
  'tagNumbers.retire': about({}),
  'tagNumbers.bringBack': about({}, 'retired'),
  'tagNumbers.blocks': reading,
  'tagNumbers.block': { input: async (t) => ({ params: (await oneBlock(t)).params }) },
  'tagNumbers.reserve': { input: async (t) => ({ params: await oneSeries(t), body: { count: 10 } }) },
  'tagNumbers.voids': reading,
  'tagNumbers.void': {
    input: async (t) => {
      const { params, firstSerial } = await oneBlock(t)
      return { params: { id: params.id }, body: { serial: firstSerial, reason: 'Misprinted' } }
    },
  },
}
