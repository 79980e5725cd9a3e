import type { Permission } from '@ats/contract/permissions.ts'
import { sql } from 'kysely'
import type { Caller, Scope } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'

/** What a strategy reads of a person `u` from the database, whatever it knows them by. */
export type CallerRow = {
  id: Id
  role_id: Id
  permissions: Permission[]
  everywhere: boolean
  home: Id
  given: Partial<Scope> | null
  cities: Id[] | null
}

export const whatTheyMayDo = sql`u.id, u.role_id, r.permissions, r.everywhere, u.city_id as home, places.given, places.cities`
export const withRoleAndPlaces = sql`
  join roles r on r.id = u.role_id
  cross join lateral (
    select jsonb_object_agg(kind, ids) as given, array_agg(distinct city_id) as cities
    from (
      select p.kind, p.city_id, jsonb_agg(p.id) over (partition by p.kind) as ids
      from user_places g join places p on p.id = g.place_id where g.user_id = u.id
    ) as kinds
  ) as places`
export const mayWork = sql`u.status = 'active' and u.deleted_at is null`

export const callerOf = (row: CallerRow, requestId: string): Caller => ({
  id: row.id,
  roleId: row.role_id,
  permissions: row.permissions,
  everywhere: row.everywhere,
  scope: scopeOf(row),
  cities: row.cities ?? [row.home],
  requestId,
})

/** The places given, or the home city where none were. */
const scopeOf = ({ given, home }: CallerRow): Scope => ({
  ...{ city: given === null ? [home] : [], mm: [], property: [], aou: [], room: [] },
  ...given,
})
