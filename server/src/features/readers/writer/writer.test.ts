import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { packEntries } from '#kernel/log/envelope.ts'
import { readsSubject } from '#kernel/log/log.ts'
import { testApp } from '#test/app.ts'
import { readerStack } from '#test/reader-stack.ts'
import { entryOf, readerIn } from '#test/readers.ts'
import { freshTag, siteIn } from '#test/stock.ts'
import { eventually } from '../../../../../scripts/processes.ts'

const t = await testApp()
const { room } = await siteIn(t, 'Indore')
const stack = await readerStack(t)

const letters = async () =>
  (
    await sql<{
      readerId: string
      reason: string
    }>`select reader_id as "readerId", reason from dead_letters`.execute(t.db)
  ).rows

test('of one message of the log only what the database refuses is set aside, after some tries', async () => {
  const [wrong, right] = [await readerIn(t, room), await readerIn(t, room)]
  const [bad, good] = [freshTag(), freshTag()]
  await t.asOwner(
    `create function refuse_tag() returns trigger language plpgsql as $$
      begin if new.tag = '${bad}' then raise exception 'refused'; end if; return new; end $$`,
    'create trigger refuse_tag before insert on tag_reads for each row execute function refuse_tag()',
  )
  await stack.log.js.publish(readsSubject, packEntries([entryOf(wrong.id, bad), entryOf(right.id, good)]))
  expect(await eventually(async () => (await letters()).length > 0, 40_000, 100)).toBe(true)
  const isKept = async () =>
    (await sql`select from tag_reads where tag = ${good}`.execute(t.db)).rows.length === 1
  expect(await eventually(isKept, 10_000, 100)).toBe(true)
  expect(await letters()).toEqual([{ readerId: wrong.id, reason: 'failed' }])
  expect(stack.errors.length).toBeGreaterThanOrEqual(5)
}, 60_000)
