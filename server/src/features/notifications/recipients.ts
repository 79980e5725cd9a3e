import type { NotificationRule } from '@ats/contract/notifications.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import { pathOfPlace, personIsIn, placeIsIn } from '#kernel/scope.ts'

/** The recipients of the ledger entries of some rules: selects rule, batch, user_id, lines, event_id and at. */
export type Recipients = (rules: readonly NotificationRule[]) => RawBuilder<unknown>

/** Everybody who can sign in; `given` are the places they see, null for people who see all. */
export const people = sql`
  select users.id, roles.permissions, roles.everywhere, case when not roles.everywhere then coalesce(
    nullif(array(select place_id from user_places where user_places.user_id = users.id), '{}'),
    array[users.city_id]) end as given
  from users join roles on roles.id = users.role_id
  where users.status = 'active' and users.deleted_at is null`

export const linesOf = (rules: readonly NotificationRule[], ...columns: string[]) => sql`
  select rule, batch, ${sql.join(columns.map((column) => sql.ref(column)))},
    count(*) as lines, max(id) as event_id, min(at) as at
  from news where rule in (${sql.join(rules.map((rule) => sql.lit(rule)))})
  group by rule, batch, ${sql.join(columns.map((column) => sql.ref(column)))}`

export const line = sql`line.rule, line.batch, people.id as user_id, line.lines, line.event_id, line.at`
const seesPlace = placeIsIn(sql`people.given`)
export const may = (permission: Permission) => sql`${sql.lit(permission)} = any(people.permissions)`

/** The people with exactly this place, by an index; people without places have their home city. */
export const withPlace = (placeId: RawBuilder<unknown>, isCity: RawBuilder<unknown>) => sql`
  select user_places.user_id as id from user_places where user_places.place_id = ${placeId}
  union all select users.id from users where ${isCity} and users.city_id = ${placeId} and users.deleted_at is null
    and not exists (select from user_places where user_places.user_id = users.id)`

/** The entries in and below each place, and the places above it. */
const linesBelow = (rules: readonly NotificationRule[]) => sql`
  select rule, batch, actor_id, path[level] as place_id, path[1:level - 1] as above,
    sum(lines) as lines, max(event_id) as event_id, min(at) as at
  from (${linesOf(rules, 'place_id', 'actor_id')}) as line join places on places.id = line.place_id
  cross join lateral (select ${pathOfPlace} as path) as placed
  cross join lateral generate_series(1, cardinality(path)) as level
  group by rule, batch, actor_id, path[level], path[1:level - 1]`

/**
 * Everybody with a permission in that place, except the person who acted. The entries are summed up for each
 * place first, and the people are looked up by their places. Entries below two places of a person count at
 * the upper one.
 */
const holdersInScope =
  (permission: Permission): Recipients =>
  (rules) =>
    sql`
    select ${line} from (${linesOf(rules, 'actor_id')}) as line
    join people on people.everywhere and ${may(permission)} and people.id is distinct from line.actor_id
    union all
    select rule, batch, id, lines, event_id, at from (
      select line.*, holder.id, array_agg(line.place_id) over (partition by holder.id, rule, batch, actor_id) as given
      from (${linesBelow(rules)}) as line
      cross join lateral (${withPlace(sql`line.place_id`, sql`line.above = '{}'`)}) as holder
      -- 'is true' keeps it a set of people that is looked into, however few entries the planner expects.
      where (holder.id in (select id from people where not everywhere and ${may(permission)})) is true
        and holder.id is distinct from line.actor_id
    ) as line where not above && given`

export const assetManagers = holdersInScope('manage-asset')
export const userManagers = holdersInScope('user-management')

/** Everybody who manages users and has the asker in scope, except the person who acted. */
export const helpers: Recipients = (rules) => sql`
  select ${line} from (${linesOf(rules, 'record_id', 'actor_id')}) as line
  join help_requests on help_requests.id = line.record_id
  join users on users.id = help_requests.created_by
  cross join lateral (
    select people.id from people where everywhere union select holder.id from (
      select users.city_id as id union select unnest(${pathOfPlace}) from user_places
      join places on places.id = user_places.place_id where user_places.user_id = users.id
    ) as asked cross join lateral (${withPlace(sql`asked.id`, sql`true`)}) as holder
  ) as helper
  join people on people.id = helper.id and ${may('user-management')} and people.id is distinct from line.actor_id
    and people.id <> users.id and ${personIsIn(sql`people.given`)}`

/** The person who asked for help, unless they acted themselves. */
export const helpAsker: Recipients = (rules) => sql`
  select ${line} from (${linesOf(rules, 'record_id', 'actor_id')}) as line
  join help_requests on help_requests.id = line.record_id
  join people on people.id = help_requests.created_by and people.id is distinct from line.actor_id`

export const ownerOf =
  (table: 'imports' | 'exports' | 'bulk_jobs' | 'webhooks', where = sql`true`): Recipients =>
  (rules) =>
    sql`
    select ${line} from (${linesOf(rules, 'record_id')}) as line
    join ${sql.table(table)} as record on record.id = line.record_id and ${where}
    join people on people.id = record.user_id`

/** The person who uploaded a paper. */
export const uploader: Recipients = (rules) => sql`
  select ${line} from (${linesOf(rules, 'record_id')}) as line
  join papers on papers.id = line.record_id join people on people.id = papers.uploaded_by`

/** The person whose account it is about, unless they acted themselves. */
export const personConcerned: Recipients = (rules) => sql`
  select ${line} from (${linesOf(rules, 'record_id', 'actor_id')}) as line
  join people on people.id = line.record_id and people.id is distinct from line.actor_id`

/** The person who requested a state change, unless they ended it themselves. */
export const requester: Recipients = (rules) => sql`
  select ${line} from (${linesOf(rules, 'record_id', 'actor_id')}) as line
  join state_changes on state_changes.id = line.record_id
  join people on people.id = state_changes.created_by and people.id is distinct from line.actor_id`

/** The planner of an inventory and the person who last ended counting, unless they acted themselves. */
export const inventoryOwners: Recipients = (rules) => sql`
  select ${line} from (${linesOf(rules, 'record_id', 'actor_id')}) as line
  join inventories on inventories.id = line.record_id join places on places.id = inventories.place_id
  cross join lateral (
    select inventories.created_by as user_id
    union (select actor_id from events where record_kind = 'inventory' and record_id = inventories.id
      and action = 'inventory.reviewed' order by events.id desc limit 1)
  ) as owner
  join people on people.id = owner.user_id and ${may('manage-asset')}
    and people.id is distinct from line.actor_id and ${seesPlace}`

/**
 * The chosen counters of an inventory, or its planner if nobody was chosen, if they see its whole place;
 * except the person who acted.
 */
export const inventoryCounters: Recipients = (rules) => sql`
  select ${line} from (${linesOf(rules, 'record_id', 'actor_id')}) as line
  join inventories on inventories.id = line.record_id join places on places.id = inventories.place_id
  cross join lateral (
    select user_id from inventory_people where inventory_id = inventories.id and is_named
    union all select inventories.created_by where not exists (
      select from inventory_people where inventory_id = inventories.id and is_named)
  ) as chosen
  join people on people.id = chosen.user_id and ${may('manage-asset')}
    and people.id is distinct from line.actor_id and ${seesPlace}`
