import { randomUUID } from 'node:crypto'
import { type TagSeries, tagNumbers } from '@ats/contract/tag-series.ts'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'
import { administratorOf } from './stock.ts'

/** A company prefix of 9 digits, different each time. */
export const freshPrefix = () =>
  `8${String(Number.parseInt(randomUUID().slice(0, 8), 16))
    .padStart(10, '0')
    .slice(-8)}`

/** A series of the private scheme, unless something else is given; it replaces those of earlier tests. */
export async function tagSeriesOf(t: TestApp, given: object = {}): Promise<TagSeries> {
  const body = { name: `Labels ${randomUUID()}`, scheme: 'private' as const, ...given }
  const answer = await t.call(await administratorOf(t), tagNumbers.create, { body })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body
}

/** Without rows of earlier tests: there can be only so many series. */
export const withoutTagSeries = (t: TestApp) =>
  sql`with blocks as (delete from tag_blocks), voids as (delete from void_tags) delete from tag_series`.execute(
    t.db,
  )
