import type { Permission } from '@ats/contract/permissions.ts'
import { sql } from 'kysely'
import type { Caller, Scope } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'
import { placesCountedBlind } from '#kernel/scope.ts'

/** What every authentication strategy reads about a person `u`. */
export type CallerRow = {
  id: Id
  role_id: Id
  permissions: Permission[]
  everywhere: boolean
  home: Id
  given: Partial<Scope> | null
  cities: Id[] | null
  withheld: Partial<Scope> | null
}

/** A partial index contains the few inventories that are counted blind, so this is cheap. */
const withheldNow = sql`(select jsonb_object_agg(kind, ids) from (
  select blind.kind, jsonb_agg(blind.id) as ids from (${placesCountedBlind(sql`u.id`)}) as blind group by blind.kind
) as kinds)`

export const whatTheyMayDo = sql`u.id, u.role_id, r.permissions, r.everywhere, u.city_id as home, places.given, places.cities,
  hidden.withheld`
export const withRoleAndPlaces = sql`
  join roles r on r.id = u.role_id
  cross join lateral (
    select jsonb_object_agg(kind, ids) as given, array_agg(distinct city_id) as cities
    from (
      select p.kind, p.city_id, jsonb_agg(p.id) over (partition by p.kind) as ids
      from user_places g join places p on p.id = g.place_id where g.user_id = u.id
    ) as kinds
  ) as places
  cross join lateral (select ${withheldNow} as withheld) as hidden`
export const mayWork = sql`u.status = 'active' and u.deleted_at is null`

export const callerOf = (row: CallerRow, requestId: string): Caller => ({
  id: row.id,
  roleId: row.role_id,
  permissions: row.permissions,
  everywhere: row.everywhere,
  scope: scopeOf(row),
  cities: row.cities ?? [row.home],
  withheld: row.withheld && { ...noPlaces, ...row.withheld },
  requestId,
})

const noPlaces: Scope = { city: [], mm: [], property: [], aou: [], room: [] }

/** The places given, or the home city if none were given. */
const scopeOf = ({ given, home }: CallerRow): Scope => ({
  ...noPlaces,
  ...(given ?? { city: [home] }),
})
