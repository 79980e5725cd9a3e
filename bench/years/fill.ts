import pg from 'pg'
import { diskStore } from '../../server/src/kernel/files/store.ts'
import { growOrganisation } from '../../server/src/seed/seed.ts'
import { fillInventoryMonth, inventoryNumbers, inventoryTexts } from './counts.ts'
import { fillLedgerMonth, notificationsOfAYear } from './ledger.ts'
import { dropIndexes, isPartitioned, makeRoomBefore, smallestId } from './parts.ts'
import { checkDisk, monthsSince, mustHaveRoom, type YearsSize } from './plan.ts'
import { daysOfReads, fillMovementMonth, fillReadDay, lastSeen } from './sightings.ts'
import { makeWorld, type World } from './world.ts'

const sessions = 2
const settings = `set timezone = 'UTC'; set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set jit = off;
  set synchronous_commit = off; set max_parallel_workers_per_gather = 0; set max_parallel_maintenance_workers = 0;
  set session_replication_role = replica`

async function connected(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(settings)
  return client
}

type Task = (client: pg.Client) => Promise<void>

/** Does the tasks in their order, each in whichever session is free. */
async function inSessions(url: string, folder: string | undefined, tasks: Task[]) {
  const waiting = tasks.values()
  const work = async () => {
    const client = await connected(url)
    try {
      for (const task of waiting) {
        if (folder !== undefined) await mustHaveRoom(folder)
        await task(client)
      }
    } finally {
      await client.end()
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: sessions }, work))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}

/** Tables that are filled whole: their indexes are made in the end. */
const whole = [
  'asset_versions',
  'state_changes',
  'inventory_items',
  'inventory_reads',
  'inventory_rooms',
  'inventory_texts',
]
const partitioned = ['events', 'movements']
const inventoryParts = ['inventory_items', 'inventory_reads']

async function makeRoom(client: pg.Client, first: Date) {
  for (const parent of partitioned) await makeRoomBefore(client, parent, first.toISOString())
  for (const parent of inventoryParts)
    if (await isPartitioned(client, parent)) await makeRoomBefore(client, parent, smallestId(first))
}

/** Numbers go on after the highest. */
const sequences = [
  `select setval(pg_get_serial_sequence('events', 'id'), (select max(id) from events))`,
  `select setval(pg_get_serial_sequence('state_changes', 'number'), (select coalesce(max(number), 1) from state_changes))`,
  `select setval(pg_get_serial_sequence('inventories', 'number'), (select coalesce(max(number), 1) from inventories))`,
]

async function finish(client: pg.Client, world: World) {
  for (const statement of [
    inventoryTexts,
    lastSeen(world),
    notificationsOfAYear(world),
    inventoryNumbers,
    ...sequences,
  ])
    await client.query(statement)
}

const others = [
  'notifications',
  'last_seen',
  'inventories',
  'inventory_counts',
  'inventory_sweeps',
  'inventory_people',
]

type Where = {
  url: string
  /** The folder of the server's data, if its disk is to be watched. */
  data?: string
  /** A folder for pictures. */
  pictures: string
  say?: (line: string) => void
}

/**
 * Fills a database that has places, people and nothing else with years of work: assets that moved and changed, monthly
 * inventories, movements, and reads of the last days. Needs the owner of the database.
 */
export async function fillYears(
  { url, data, pictures, say: print = console.log }: Where,
  size: YearsSize,
): Promise<void> {
  const began = performance.now()
  const say = (what: string) => print(`  ${((performance.now() - began) / 1000).toFixed(0)} s: ${what}`)
  await growOrganisation(url, diskStore(pictures), size.assets, { areRoomsUneven: true })
  const client = await connected(url)
  try {
    await client.query('truncate asset_versions')
    const world = await makeWorld(client)
    const now = new Date()
    const months = monthsSince(world.first, now).slice(-(size.months ?? Number.POSITIVE_INFINITY))
    if (data !== undefined) await checkDisk(data, size, months.length / 12)
    await makeRoom(client, months[0]?.start ?? now)
    const indexes: string[] = []
    for (const table of whole)
      if (!(await isPartitioned(client, table))) indexes.push(...(await dropIndexes(client, table)))
    say(`${world.assets} assets in ${world.rooms} rooms, ${world.people} people`)
    const each = <T>(all: T[], work: (one: pg.Client, of: T) => Promise<unknown>) =>
      inSessions(
        url,
        data,
        all.map((of) => async (one) => void (await work(one, of))),
      )
    await each(months, (one, month) => fillLedgerMonth(one, world, month))
    say(`the ledger of ${months.length} months`)
    await each(months, (one, month) => fillInventoryMonth(one, world, month))
    say('inventories')
    await each(months, (one, month) => fillMovementMonth(one, world, month))
    say('movements')
    await finish(client, world)
    await each(indexes, (one, index) => one.query(index))
    say('indexes')
    await each([...whole, ...others], (one, table) => one.query(`vacuum (analyze) ${table}`))
    say('vacuum')
    await each(daysOfReads(size.readDays, now), (one, day) => fillReadDay(one, world, day, size))
    say(`reads of ${size.readDays} days`)
    await client.query('drop schema years cascade')
    // While other sessions are filling, vacuum cannot mark pages as all-visible, and index-only scans need that.
    for (const table of [...partitioned, 'tag_reads']) await client.query(`vacuum (analyze) ${table}`)
    say('done')
  } finally {
    await client.end()
  }
}
