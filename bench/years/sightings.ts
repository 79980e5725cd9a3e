import type pg from 'pg'
import { fillPart, monthName } from './parts.ts'
import { type Month, perAsset, type YearsSize } from './plan.ts'
import type { World } from './world.ts'

const reader = (n: string, turn: string, { readers }: World) =>
  `floor(${readers} * years.share(${n}, ${turn}, 40) ^ 1.5)::int`

/** An asset passes a reader so many times a month, some months not at all; it comes from where it was last. */
const movementsIn = (part: string, { index, start, end }: Month, world: World) => {
  const seconds = (end.getTime() - start.getTime()) / 1000
  return `insert into ${part} (id, tag, from_place_id, to_place_id, at, reader_id, antenna)
    select years.uuid7(extract(epoch from at), n, ${index}), tag, came.place_id, went.place_id, at, went.id, 1
    from (select n, tag, '${start.toISOString()}'::timestamptz + years.share(n, ${index}, 41) * ${seconds} * interval '1 second' as at,
        to_timestamp(reg) as since
      from years.assets where tag is not null and years.share(n, ${index}, 42) < ${perAsset.movementsAYear / 12}) as moved
    join years.readers as went on went.d = ${reader('n', `${index}`, world)}
    join years.readers as came on came.d = ${reader('n', `${index} - 1`, world)}
    where at > since and at < now() order by at`
}

export async function fillMovementMonth(client: pg.Client, world: World, month: Month) {
  const bounds = { from: month.start.toISOString(), to: month.end.toISOString() }
  const name = `movements_${monthName(month.start)}`
  await fillPart(client, { parent: 'movements', name, ...bounds }, async (part) => {
    await client.query(movementsIn(part, month, world))
  })
}

const dayMs = 24 * 60 * 60 * 1000

/** The days whose reads are kept, the present one included. */
export function daysOfReads(readDays: number, now: Date): Date[] {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  return Array.from({ length: readDays }, (_, n) => new Date(today - (readDays - 1 - n) * dayMs))
}

/** Reads arrive in their order, a second after they are made. */
const readsIn = (part: string, day: Date, reads: number, world: World) => `
  insert into ${part} (tag, read_at, reader_id, antenna, rssi, count, place_id, received_at)
  select tag, at, readers.id, 1, -40 - n % 30, 1 + n % 3, readers.place_id, at + interval '1 second'
  from (select i, '${day.toISOString()}'::timestamptz + i * (86400.0::float8 / ${reads}) * interval '1 second' as at,
      1 + years.dice(i, ${day.getTime() / dayMs} % 4096, 43) % ${world.assets} as n
    from generate_series(0, ${reads - 1}) as i) as made
  join years.assets using (n) join years.readers on d = ${reader('n', '0', world)}
  where tag is not null and at < now()`

export async function fillReadDay(client: pg.Client, world: World, day: Date, size: YearsSize) {
  const bounds = { from: day.toISOString(), to: new Date(day.getTime() + dayMs).toISOString() }
  const name = `tag_reads_${day.toISOString().slice(0, 10).replaceAll('-', '')}`
  const reads = Math.max(1, Math.round(size.reads / size.readDays))
  await fillPart(client, { parent: 'tag_reads', name, ...bounds }, async (part) => {
    await client.query(readsIn(part, day, reads, world))
  })
}

/** The last place of every tag. */
export const lastSeen = (
  world: World,
) => `insert into last_seen (tag, place_id, reader_id, antenna, since, seen_at, rssi,
    gone_seconds, read_at)
  select upper(tag), place_id, readers.id, 1, at - interval '1 hour', at, -50, 1200, at
  from (select n, tag, now() - years.share(n, 0, 44) * interval '20 days' as at from years.assets
    where tag is not null and not deleted) as seen
  join years.readers on d = ${reader('n', '0', world)} on conflict do nothing`
