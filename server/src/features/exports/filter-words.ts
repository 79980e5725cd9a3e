import { flatMasters } from '@ats/contract/masters.ts'
import { sql } from 'kysely'
import { fieldWordsOf } from '#features/own-fields/own-fields.ts'
import { placePath } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { personInScope, programInScope, withinScope } from '#kernel/scope.ts'
import { sourceOf, type Wanted } from './sources.ts'

/** One filter: its name, its value as a person reads it, and the label of a field of the organisation. */
export type FilterWord = { name: string; value: string; label?: string }

type Filtered = Pick<Wanted, 'list' | 'filter'>

/** Paging and sorting leave no rows out. */
const noFilters = new Set(['sort', 'direction', 'around', 'cursor', 'size', 'page'])

/** The effective filters of a list, including its defaults; a switch that is off filters nothing. */
async function narrowing(db: Db, actor: Actor, { list, filter }: Filtered): Promise<FilterWord[]> {
  const { data = filter } = sourceOf(list).filter.safeParse(filter)
  const words = Object.entries(data)
    .filter(
      ([name, value]) => !noFilters.has(name) && value !== undefined && value !== '' && value !== 'false',
    )
    .map(([name, value]): FilterWord => ({ name, value: String(value) }))
  const some = await Promise.all(
    words.map((word) => (word.name === 'fields' ? fieldWordsOf(db, actor, word.value) : [word])),
  )
  return some.flat()
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The names of ids that the actor may see. */
async function namesOfIds(db: Db, actor: Actor, ids: string[]) {
  const isAsked = (id: string) => sql`${sql.ref(id)} = any(${ids}::uuid[])`
  const flat = Object.values(flatMasters).map(
    ({ table }) => sql`union all select id, name from ${sql.table(table)} where ${isAsked('id')}`,
  )
  const { rows } = await sql<{ id: string; name: string }>`
    select id, ${placePath} as name from places where ${isAsked('id')} and ${withinScope(actor, 'places')}
    union all select id, full_name from users where ${isAsked('id')}
      and (${personInScope(actor)} or ${programInScope(actor)})
    union all select assets.id, asset_tag_id(assets.number) || ' ' || asset_names.name from assets
      join asset_names on asset_names.id = assets.name_id
      where ${isAsked('assets.id')} and ${withinScope(actor, 'assets')}
    union all select inventories.id, readable_id from inventories join places on places.id = inventories.place_id
      where ${isAsked('inventories.id')} and ${withinScope(actor, 'places')}
    ${sql.join(flat, sql` `)}`.execute(db)
  return rows.map(({ id, name }): [string, string] => [id, name])
}

/** The stored spelling of texts that a filter compares ignoring case. */
async function namesOfTexts(db: Db, texts: string[]) {
  const { rows } = await sql<{ text: string; name: string }>`
    select 'location ' || lower(name) as text, name from places
      where kind = 'city' and 'location ' || lower(name) = any(${texts}::text[])
    union all select 'state ' || lower(name), name from asset_states
      where 'state ' || lower(name) = any(${texts}::text[])`.execute(db)
  return rows.map(({ text, name }): [string, string] => [text, name])
}

const textKey = (name: string, value: string) => {
  if (name === 'location') return `location ${value.toLowerCase()}`
  return name === 'state' || name === 'assetState' ? `state ${value.toLowerCase()}` : undefined
}

/** The filters of some exports in words, in the same order. Records that the actor may not see keep their id. */
export async function wordsOf(db: Db, actor: Actor, exports: readonly Filtered[]): Promise<FilterWord[][]> {
  const filters: FilterWord[][] = []
  for (const one of exports) filters.push(await narrowing(db, actor, one))
  const all = filters.flat()
  const ids = all.map(({ value }) => value).filter((value) => isId.test(value))
  const texts = all.flatMap(({ name, value }) => textKey(name, value) ?? [])
  const names = new Map([
    ...(ids.length === 0 ? [] : await namesOfIds(db, actor, ids)),
    ...(texts.length === 0 ? [] : await namesOfTexts(db, texts)),
  ])
  return filters.map((filter) =>
    filter.map(({ name, value, ...label }) => ({
      ...{ name, ...label },
      value: names.get(textKey(name, value) ?? value) ?? value,
    })),
  )
}
