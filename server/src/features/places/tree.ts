import type { PlaceNode } from '@ats/contract/place-tree.ts'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { cursorAround, pageByKey } from '#kernel/db/paging.ts'
import { withinScope } from '#kernel/scope.ts'
import { assetCounters, topmostPlaces } from './places.ts'
import { placeIds, workOn } from './queries.ts'

type Wanted = {
  parentId?: Id | undefined
  cityId: Id | undefined
  around?: Id | undefined
  cursor?: string | undefined
  size: number
}

/** A place that a person has: its path from the city, and its number of live assets. */
type Given = { ids: Id[]; assets: number }

/** The counters of the topmost places include everything below them, so nothing is counted twice. */
async function placesGiven(db: Db, actor: Actor): Promise<Given[]> {
  if (actor.everywhere) return []
  const { rows } = await sql<Given>`select ${placeIds} as ids,
      (select coalesce(sum(live), 0)::bigint from ${assetCounters(actor)} where place_id = places.id) as assets
    from places where ${topmostPlaces(actor)}`.execute(db)
  return rows
}

/** The places directly below one, or the cities, that are in scope or on the path to a place in scope. */
function nodes(db: Db, actor: Actor, given: readonly Given[], { parentId, cityId }: Wanted) {
  const isOwn = withinScope(actor, 'places')
  const onTheWay = given.flatMap(({ ids }) => ids)
  return db
    .selectFrom('places')
    .select([
      'places.id as _id',
      'places.number',
      sql<PlaceNode['kind']>`places.kind`.as('kind'),
      'places.name',
      'places.version',
      'places.parent_id as parentId',
      sql<number>`(select count(*) from places below where below.parent_id = places.id)`.as('children'),
      sql<number>`(select coalesce(sum(live), 0)::bigint from ${assetCounters(actor)}
        where place_id = places.id)`.as('assets'),
      sql<boolean>`coalesce(${isOwn}, false)`.as('isOwn'),
      workOn('places.id').as('work'),
    ])
    .where(sql<SqlBool>`(${isOwn} or places.id = any(${onTheWay}::uuid[]))`)
    .$if(parentId !== undefined, (some) => some.where('places.parent_id', '=', parentId as Id))
    .$if(parentId === undefined, (some) => some.where('places.kind', '=', 'city'))
    .$if(parentId === undefined && cityId !== undefined, (some) => some.where('places.id', '=', cityId as Id))
}

/** For a place outside the scope, only assets in places of the scope below it are counted. */
function shown(node: PlaceNode, given: readonly Given[]): PlaceNode {
  if (node.isOwn) return node
  const below = given.filter(({ ids }) => ids.includes(node._id))
  const children = new Set(below.map(({ ids }) => ids[ids.indexOf(node._id) + 1]))
  return {
    ...node,
    children: children.size,
    assets: below.reduce((sum, { assets }) => sum + assets, 0),
  }
}

export async function treePage(db: Db, actor: Actor, wanted: Wanted) {
  const given = await placesGiven(db, actor)
  const rows = nodes(db, actor, given, wanted)
  const order = {
    name: 'name',
    by: sql<string>`lower(places.name)`,
    id: sql<string>`places.id`,
    direction: 'asc' as const,
  }
  const count = async () => {
    const query = rows.clearSelect().select(({ fn }) => fn.countAll<number>().as('count'))
    return (await query.executeTakeFirstOrThrow()).count
  }
  const around = wanted.around && (await cursorAround(rows, order, wanted.around, wanted.size))
  const page = { cursor: wanted.cursor ?? around, size: wanted.size }
  const { rows: found, ...rest } = await pageByKey(rows, order, page, count)
  return { places: found.map(({ sortKey: _key, sortId: _id, ...node }) => shown(node, given)), ...rest }
}
