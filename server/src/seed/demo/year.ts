import { Readable } from 'node:stream'
import { type BuiltInColumn, importColumns } from '@ats/contract/import-columns.ts'
import { loseTag, registerAsset, replaceTag, updateAsset } from '#features/assets/assets.ts'
import { restoreAssets } from '#features/assets/bin.ts'
import { changeMany } from '#features/assets/bulk.ts'
import { applyImport, uploadFile } from '#features/imports/imports.ts'
import { importJob } from '#features/imports/job.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import type { Services } from '#kernel/services.ts'
import { scatter } from '../plan.ts'
import { tagOf } from '../rows.ts'
import type { drawer } from './drawings.ts'
import type { Room } from './rooms.ts'
import { type Cells, stockRow } from './stock.ts'

/** An action of a person: this many days ago, at a minute of the working day. */
export type Act = { daysAgo: number; minute: number; run: (requestId: string) => Promise<unknown> }

export type Stage = {
  services: Services
  as: (name: string, requestId: string) => Actor
  draw: ReturnType<typeof drawer>
  rooms: readonly Room[]
  today: Date
}

export const leads: Record<string, string> = {
  Indore: 'Rohan Kulkarni',
  Mumbai: 'Sunita Verma',
  Bangalore: 'Arjun Nair',
  Delhi: 'Kavita Singh',
  Pune: 'Nikhil Deshmukh',
}
export const counters: Record<string, string> = {
  Indore: 'Farah Khan',
  Mumbai: 'Joseph Mathew',
  Bangalore: 'Lakshmi Menon',
  Delhi: 'Harpreet Gill',
  Pune: 'Tara Joshi',
}
const cities = Object.keys(leads)
/** Each city as often as its share of the work, which follows the number of its assets. */
const byWork = [
  'Mumbai',
  'Indore',
  'Delhi',
  'Mumbai',
  'Bangalore',
  'Indore',
  'Mumbai',
  'Pune',
  'Delhi',
  'Bangalore',
]
export const cityAt = (index: number) => byWork[index % byWork.length] ?? 'Indore'

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export function csvOf(rows: readonly Cells[]): string {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Cells & BuiltInColumn)[]
  const lines = rows.map((row) => columns.map((column) => quoted(row[column])).join(','))
  return `${[columns.map((column) => importColumns[column]).join(','), ...lines].join('\n')}\n`
}

/** Imports a file as a person would: uploaded, checked and, unless it should stay open, applied. */
export async function importFile(
  { services }: Stage,
  actor: Actor,
  name: string,
  text: string,
  apply = true,
) {
  const id = await uploadFile(services, actor, name, Readable.from([Buffer.from(text)]))
  const work = () => importJob(services)(id, new AbortController().signal)
  await work()
  if (!apply) return
  await inTransaction(services.db, (tx) => applyImport(services, tx, actor, id))
  await work()
}

/** Cities differ in size; the initial stock is a little more than half of the assets of today. */
const openingStock: Record<string, number> = {
  Indore: 360,
  Mumbai: 480,
  Bangalore: 210,
  Delhi: 270,
  Pune: 120,
}
/** The assets of each monthly delivery; offices were furnished in spring and autumn. */
const deliveries = [60, 45, 70, 110, 140, 120, 60, 50, 75, 130, 90, 40]
const sumOf = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0)

/** The initial stock, a delivery every month, and single assets with an image in between. */
export function registrations(stage: Stage): Act[] {
  const roomsOf = (city: string) => stage.rooms.filter((room) => room.city === city)
  const rows = (from: number, count: number, city: string, bought: Date) =>
    Array.from({ length: count }, (_, index) => stockRow(from + index, roomsOf(city), bought, stage.today))
  const daysBefore = (days: number) => new Date(stage.today.getTime() - days * 86_400_000)
  const sizes = cities.map((city) => openingStock[city] ?? 0)
  const opening = cities.map((city, index): Act => {
    const from = sumOf(sizes.slice(0, index))
    const text = () => csvOf(rows(from, sizes[index] ?? 0, city, daysBefore(700 + index * 30)))
    const bring = (id: string) =>
      importFile(stage, stage.as(leads[city] ?? '', id), `Opening stock ${city}.csv`, text())
    return { daysAgo: 364, minute: 20 + index * 55, run: bring }
  })
  const monthly = deliveries.map((count, index): Act => {
    const city = cityAt(index)
    const daysAgo = 340 - index * 29
    const from = sumOf(sizes) + sumOf(deliveries.slice(0, index))
    const text = () => csvOf(rows(from, count, city, daysBefore(daysAgo)).map(misspelled(index)))
    const name = `Delivery ${daysBefore(daysAgo).toISOString().slice(0, 7)} ${city}.csv`
    return {
      daysAgo,
      minute: 95,
      run: (id) => importFile(stage, stage.as(leads[city] ?? '', id), name, text()),
    }
  })
  return [...opening, ...monthly, ...single(stage, sumOf(sizes) + sumOf(deliveries))]
}

/** Two of the files misspell a name; somebody merges it later. */
const misspelled = (file: number) => (row: Cells) => ({
  ...row,
  ...(file === 3 && row.brand === 'Featherlite' && { brand: 'Featherlight' }),
  ...(file === 6 && row.vendor.startsWith('Metro') && { vendor: 'Metro Interior' }),
})

function single(stage: Stage, from: number): Act[] {
  return Array.from({ length: 2500 - from }, (_, index): Act => {
    const city = cityAt(scatter(index, 41))
    const rooms = stage.rooms.filter((room) => room.city === city)
    const { rfidTag, assetName, assetState, brand, model, serialNo, vendor } = stockRow(
      ...([from + index, rooms, stage.today, stage.today] as const),
    )
    const placeId = rooms[scatter(index, 42) % rooms.length]?.id
    const details = { rfidTag, assetName, assetState, brand, model, serialNo, vendor, placeId }
    return {
      ...{ daysAgo: 2 + Math.floor((index * 330) / (2500 - from)), minute: scatter(index, 43) % 500 },
      run: async (id) => {
        const pictures = await stage.draw(assetName, index)
        const given = { ...details, location: city.toLowerCase(), assignedUser: '' }
        await inTransaction(stage.services.db, (tx) =>
          registerAsset(tx, stage.as(leads[city] ?? '', id), given, { pictures, mustBeComplete: false }),
        )
      },
    }
  })
}

type Row = { id: Id; name: string; tag: string; city: string }

/** This many live assets of a city, or of a property in it, from a fixed position in the list. */
export async function someAssets(
  { services }: Stage,
  city: string,
  salt: number,
  count: number,
  propertyId?: Id,
): Promise<Row[]> {
  const among = propertyId === undefined ? (openingStock[city] ?? count) - 20 : 30
  const all = await services.db
    .selectFrom('assets')
    .innerJoin('places as city', 'city.id', 'assets.city_id')
    .innerJoin('asset_names', 'asset_names.id', 'assets.name_id')
    .select(['assets.id', 'asset_names.name', 'assets.rfid_tag as tag', 'city.name as city'])
    .where('city.name', '=', city)
    .where('assets.deleted_at', 'is', null)
    .where('assets.rfid_tag', 'is not', null)
    .orderBy('assets.number')
    .$if(propertyId !== undefined, (rows) => rows.where('assets.property_id', '=', propertyId ?? ''))
    .offset(scatter(salt, 51) % among)
    .limit(count)
    .execute()
  return all.map((row) => ({ ...row, tag: row.tag ?? '' }))
}

type Doing = (stage: Stage, actor: Actor, assets: Row[], index: number) => Promise<unknown>

/** The same kind of work several times over the year, each time in another city by the person in charge there. */
function often(stage: Stage, salt: number, times: number, count: number, doing: Doing): Act[] {
  return Array.from({ length: times }, (_, index): Act => {
    const city = cityAt(scatter(index, salt))
    return {
      daysAgo: 3 + Math.floor(((times - index) * 350) / (times + 1)),
      minute: scatter(index, salt + 1) % 520,
      run: async (id) => {
        const assets = await someAssets(stage, city, index * 31 + salt, count)
        await doing(stage, stage.as(leads[city] ?? '', id), assets, index)
      },
    }
  })
}

const ids = (assets: Row[]) => assets.map(({ id }) => id)

const photograph: Doing = async ({ services, draw }, actor, assets) => {
  const pictures = await Promise.all(assets.map(({ name }, index) => draw(name, index)))
  await inTransaction(services.db, async (tx) => {
    for (const [index, { id }] of assets.entries())
      await updateAsset(tx, actor, id, {}, { pictures: pictures[index], version: undefined })
  })
}

const move: Doing = ({ services, rooms }, actor, assets, index) => {
  const near = rooms.filter(({ city }) => city === assets[0]?.city)
  const placeId = near[scatter(index, 61) % near.length]?.id ?? ''
  return changeMany(services, actor, { action: 'move', ids: ids(assets), placeId })
}

const holders: Record<string, readonly string[]> = {
  Indore: ['Asha Rao', 'Meera Iyer', 'Rohan Kulkarni', 'Farah Khan'],
  Mumbai: ['Vikram Shah', 'Devika Pillai', 'Sunita Verma', 'Priya Menon', 'Joseph Mathew'],
  Bangalore: ['Arjun Nair', 'Lakshmi Menon'],
  Delhi: ['Kavita Singh', 'Harpreet Gill'],
  Pune: ['Nikhil Deshmukh', 'Tara Joshi', 'Gopal Jadhav'],
}

const assign: Doing = ({ services }, actor, assets, index) => {
  const names = holders[assets[0]?.city ?? ''] ?? []
  const assignedUser = names[scatter(index, 62) % names.length] ?? ''
  return changeMany(services, actor, { action: 'assign', ids: ids(assets), assignedUser })
}

const reasons = ['Worn out', 'Broken beyond repair', 'Sold', 'Returned to the vendor']
const discard: Doing = async ({ services }, actor, assets, index) => {
  const reason = reasons[index % reasons.length] ?? ''
  await changeMany(services, actor, { action: 'delete', ids: ids(assets), reason })
  if (index % 6 !== 0) return
  const [first] = ids(assets)
  if (first !== undefined) await inTransaction(services.db, (tx) => restoreAssets(tx, actor, [first]))
}

const retag: Doing = async ({ services }, actor, assets, index) => {
  const [asset] = assets
  if (asset === undefined) return
  await inTransaction(services.db, (tx) =>
    index % 4 === 0
      ? loseTag(tx, actor, asset.id)
      : replaceTag(tx, actor, asset.id, tagOf(900_000_000 + index)),
  )
}

export const upkeep = (stage: Stage): Act[] => [
  ...often(stage, 71, 26, 20, photograph),
  ...often(stage, 73, 60, 7, move),
  ...often(stage, 75, 90, 9, assign),
  ...often(stage, 77, 24, 2, discard),
  ...often(stage, 79, 28, 1, retag),
]
