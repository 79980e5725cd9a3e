// Why it is built this way: docs/decisions/057-files-say-what-they-are.md

import { sql } from 'kysely'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Archived, archivedQuery } from '#kernel/db/archived.ts'
import type { Db } from '#kernel/db/db.ts'
import type { PeriodWords } from '#kernel/files/export-source.ts'
import { aboutLabel, type Sheet } from '#kernel/files/xlsx-stream.ts'
import type { Services } from '#kernel/services.ts'
import { type FilterWord, wordsOf } from './filter-words.ts'
import type { ExportDetails } from './queries.ts'
import { sourceOf } from './sources.ts'

/** Labels of the filters in a file; other filters have the heading of their column. */
export const filterLabels: Record<string, string> = {
  search: 'Search',
  location: 'City',
  placeId: 'Place',
  mmId: 'MM',
  propertyId: 'Property',
  parentId: 'Belongs To',
  state: 'Asset State',
  assetState: 'Asset State',
  assignedUser: 'Assigned User',
  tagState: 'Tag',
  userId: 'Person',
  status: 'Status',
  mine: 'Only Own Requests',
  undoable: 'Only Decisions That Can Be Undone',
  assetId: 'Asset',
  action: 'Action',
  recordKind: 'Record Kind',
  recordId: 'Record',
  rfidTagId: 'RFID Tag Id',
  assetTagId: 'Asset Tag Id',
  level: 'Level',
  lacks: 'Without',
  days: 'Not Seen For Days',
  class: 'Class',
  open: 'Only Without Resolution',
  weak: 'Only Read Once',
  inventoryId: 'Inventory',
  ignored: 'Only Left Alone',
  published: 'Published',
  fields: 'Fields',
  kind: 'Kind',
  vendorId: 'Vendor',
  covered: 'Covered',
}

/** Filters that determine the time of the rows. */
export const dayNames = ['day', 'from', 'to', 'fromDate', 'toDate']

/** `2026-03-31 17:30:00` in local time of a zone. */
const localTime = (at: Date, zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at)

/** `UTC+05:30`: the offset of a zone at a moment. */
function distanceFromUtc(at: Date, zone: string) {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    at,
  )
  const distance = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return distance === 'GMT' ? 'UTC+00:00' : distance.replace('GMT', 'UTC')
}

const now = 'The moment it was written'

/** The end of a day, or the moment of writing if that day is not over. */
const asOfText = (day: string | undefined, today: string) =>
  day === undefined || day >= today ? now : `The end of ${day}`

/** Undefined if the rows are not limited in time. */
export function periodText(words: readonly FilterWord[], period: PeriodWords = {}) {
  const dayOf = (...names: string[]) => words.find(({ name }) => names.includes(name))?.value
  const [from, to] = [dayOf('from', 'fromDate'), dayOf('to', 'toDate')]
  if (from === undefined && to === undefined && period.neither !== undefined) return period.neither
  const [first, last] = [from ?? period.from, to ?? period.to]
  const bounds = [
    ...(first === undefined ? [] : [`from ${first}`]),
    ...(last === undefined ? [] : [`to ${last}`]),
  ]
  if (bounds.length === 0) return undefined
  const text = bounds.join(' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${period.zone === undefined ? '' : ` (days in ${period.zone})`}`
}

const ownerOf = (db: Db, { id }: Actor) =>
  db.selectFrom('users').select(['full_name as name', 'email']).where('id', '=', id).executeTakeFirstOrThrow()

/** The saved view behind a scheduled export, while its email is due. */
const viewOf = (db: Db, { id }: Pick<ExportDetails, 'id'>) =>
  db
    .selectFrom('view_schedules as schedule')
    .innerJoin('saved_views', 'saved_views.id', 'schedule.view_id')
    .select([
      'saved_views.name',
      sql<string>`to_char(schedule.due_at at time zone schedule.zone, 'YYYY-MM-DD HH24:MI')`.as('dueOn'),
      'schedule.zone',
    ])
    .where('schedule.export_id', '=', id)
    .executeTakeFirst()

const viewText = ({ name, dueOn, zone }: { name: string; dueOn: string; zone: string }) =>
  `${name}, mailed for ${dueOn} (${zone})`

/** The places whose records the file can contain. */
async function scopeText(db: Db, { everywhere, scope }: Actor) {
  if (everywhere) return 'All places'
  const { rows } = await sql<{ path: string }>`select ${placePath} as path from places
    where id = any(${Object.values(scope).flat()}::uuid[]) order by path`.execute(db)
  return rows.map(({ path }) => path).join('\n')
}

/** Which rows are missing because they are in archives, if the file could have had them. */
async function archivedText(db: Db, of: Archived['of'] | undefined, words: readonly FilterWord[]) {
  if (of === undefined) return undefined
  const { rows } = await sql<Archived>`${sql.raw(archivedQuery)}`.execute(db)
  const last = rows.find((one) => one.of === of)
  const from = words.find(({ name }) => name === 'from')?.value
  if (last === undefined || (from !== undefined && from >= last.before.slice(0, 10))) return undefined
  return `Entries before ${last.before.slice(0, 10)} are not in this file. They are archived; the last archive is ${last.file}.`
}

type Line = [label: string, value: string]

const filterLines = (words: readonly FilterWord[]): Line[] => {
  const filters = words.filter(({ name }) => !dayNames.includes(name))
  if (filters.length === 0) return [['Filters', 'None']]
  return filters.map(({ name, label, value }) => [
    `Filter: ${label ?? filterLabels[name] ?? name}`,
    value === 'true' ? 'Yes' : value,
  ])
}

/** What a file contains: list, time, owner and filters. The number of rows is known only after writing. */
export async function aboutFile(
  { db, config }: Pick<Services, 'db' | 'config'>,
  actor: Actor,
  details: Pick<ExportDetails, 'id' | 'list' | 'filter'>,
) {
  const { title, period, archived } = sourceOf(details.list)
  const written = new Date()
  const { timeZone: zone, origin } = config
  const at = localTime(written, zone)
  const [words = []] = await wordsOf(db, actor, [details])
  const { name, email } = await ownerOf(db, actor)
  const view = await viewOf(db, details)
  const scope = await scopeText(db, actor)
  const days = periodText(words, period)
  const missing = await archivedText(db, archived, words)
  const day = words.find((word) => word.name === 'day')?.value
  return (rows: number): Line[] => [
    [aboutLabel, title],
    ['As Of', asOfText(day, at.slice(0, 10))],
    ...(days === undefined ? [] : [['Period', days] satisfies Line]),
    ...(missing === undefined ? [] : [['Archived', missing] satisfies Line]),
    ['Written At', `${at} (${zone})`],
    ['Written For', `${name}, ${email}`],
    ...(view === undefined ? [] : [['Saved View', viewText(view)] satisfies Line]),
    ...filterLines(words),
    ['Scope', scope],
    ['Rows', String(rows)],
    [
      'Time Zone',
      `${zone} (${distanceFromUtc(written, zone)} at that time). Times in this file are local times.`,
    ],
    ['Installation', origin],
    ['Export Id', details.id],
  ]
}

const widths = { label: 26, value: 80 }

/** The last sheet of a workbook, so that programs and people see the rows first. */
export const aboutSheet = (rows: Line[]): Sheet => ({
  name: 'About',
  columns: [
    { title: '', kind: 'text', width: widths.label },
    { title: '', kind: 'text', width: widths.value },
  ],
  hasTitles: false,
  rows,
})
