import type { Duty } from '@ats/contract/duties.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { sql } from 'kysely'
import { needsSecondFactor } from '#features/identity/second-factor/factor-queries.ts'
import type { Caller, Scope } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { placesCountedBlind } from '#kernel/scope.ts'

/** What every authentication strategy reads about a person or a program `u`. */
export type CallerRow = {
  id: Id
  role_id: Id | null
  permissions: Permission[]
  everywhere: boolean
  home: Id | null
  given: Partial<Scope> | null
  cities: Id[] | null
  withheld: Partial<Scope> | null
  must_first: Duty | null
}

/** A partial index contains the few inventories that are counted blind, so this is cheap. */
const withheldNow = sql`(select jsonb_object_agg(kind, ids) from (
  select blind.kind, jsonb_agg(blind.id) as ids from (${placesCountedBlind(sql`u.id`)}) as blind group by blind.kind
) as kinds)`

/** What a person of `users`, under this alias, has to do before anything else. */
export const mustFirst = (users: 'u' | 'users') =>
  sql<Duty | null>`case when ${sql.table(users)}.password_is_temporary then 'change-password'
    when ${needsSecondFactor(users)} then 'set-up-second-factor' end`

export const whatTheyMayDo = sql`u.id, u.role_id, r.permissions, r.everywhere, u.city_id as home, places.given, places.cities,
  hidden.withheld, duty.must_first`
const andPlaces = sql`
  cross join lateral (
    select jsonb_object_agg(kind, ids) as given, array_agg(distinct city_id) as cities
    from (
      select p.kind, p.city_id, jsonb_agg(p.id) over (partition by p.kind) as ids
      from user_places g join places p on p.id = g.place_id where g.user_id = u.id
    ) as kinds
  ) as places
  cross join lateral (select ${withheldNow} as withheld) as hidden
  cross join lateral (select ${mustFirst('u')} as must_first) as duty`

/** People have the rights of their role. */
export const withRoleAndPlaces = sql`join roles r on r.id = u.role_id ${andPlaces}`
/** Programs have rights of their own. */
export const withKeyAndPlaces = sql`join programs r on r.id = u.id ${andPlaces}`
/** Either of them, as long as a program's key has not expired. */
export const withRightsAndPlaces = sql`cross join lateral (
    select permissions, everywhere from roles where roles.id = u.role_id
    union all select permissions, everywhere from programs where programs.id = u.id and programs.expires_at > now()
  ) as r ${andPlaces}`
export const mayWork = sql`u.status = 'active' and u.deleted_at is null`

export const callerOf = (row: CallerRow, requestId: string): Caller => ({
  id: row.id,
  roleId: row.role_id,
  permissions: row.permissions,
  everywhere: row.everywhere,
  scope: scopeOf(row),
  cities: row.cities ?? homeOf(row),
  withheld: row.withheld && { ...noPlaces, ...row.withheld },
  mustFirst: row.must_first,
  requestId,
})

const noPlaces: Scope = { city: [], mm: [], property: [], aou: [], room: [] }

const homeOf = ({ home }: CallerRow) => (home === null ? [] : [home])

/** The places given, or the home city if none were given. */
const scopeOf = (row: CallerRow): Scope => ({ ...noPlaces, ...(row.given ?? { city: homeOf(row) }) })
