import type { DashboardOverview } from '@ats/contract/dashboard.ts'
import { readers } from '@ats/contract/readers.ts'
import { type SqlBool, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { counting, mostCounted } from '#kernel/db/paging.ts'
import { isShown as isLetterShown, lettersAndPlaces } from './dead-letters.ts'
import { isShown, readersAndPlaces, status } from './queries.ts'

/**
 * The state of the readers of a city, or of all places in scope; null if the actor does not see readers or
 * there are none.
 */
export async function readerSummary(
  db: Db,
  actor: Actor,
  cityId: Id | undefined,
): Promise<DashboardOverview['readers']> {
  if (!actor.permissions.some((permission) => permission === readers.list.permission)) return null
  const inCity = cityId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`places.city_id = ${cityId}`
  const { rows } = await sql<Record<'all' | 'active' | 'silent' | 'lost' | 'letters', number>>`
    select count(*) as all, count(*) filter (where ${status} = 'active') as active,
      count(*) filter (where ${status} = 'silent') as silent, count(*) filter (where ${status} = 'lost') as lost,
      (select count(*) from (select from ${lettersAndPlaces}
        where ${isLetterShown(actor)} and ${inCity} ${counting}) as counted) as letters
    from ${readersAndPlaces} where ${isShown(actor)} and ${inCity}`.execute(db)
  const [found] = rows
  if (found === undefined || found.all === 0) return null
  const { all: _all, letters, ...counts } = found
  return {
    ...counts,
    deadLetters: Math.min(letters, mostCounted),
    deadLettersIsExact: letters <= mostCounted,
  }
}
