import type { NotificationRule } from '@ats/contract/notifications.ts'
import type { Permission } from '@ats/contract/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import { personIsIn, placeIsIn } from '#kernel/scope.ts'

/** The recipients of a rule's ledger entries: selects rule, batch, user_id, lines, event_id and at. */
export type Recipients = (rule: NotificationRule) => RawBuilder<unknown>

/** Everybody who can sign in; `given` are the places they see, null for people who see all. */
export const people = sql`
  select users.id, roles.permissions, case when not roles.everywhere then coalesce(
    nullif(array(select place_id from user_places where user_places.user_id = users.id), '{}'),
    array[users.city_id]) end as given
  from users join roles on roles.id = users.role_id
  where users.status = 'active' and users.deleted_at is null`

const linesOf = (rule: NotificationRule, ...columns: string[]) => sql`
  select rule, batch, ${sql.join(columns.map((column) => sql.ref(column)))},
    count(*) as lines, max(id) as event_id, min(at) as at
  from news where rule = ${sql.lit(rule)} group by rule, batch, ${sql.join(columns.map((column) => sql.ref(column)))}`

const line = sql`line.rule, line.batch, people.id as user_id, line.lines, line.event_id, line.at`
const seesPlace = placeIsIn(sql`people.given`)
const may = (permission: Permission) => sql`${sql.lit(permission)} = any(people.permissions)`

/** Everybody with a permission in that place, except the person who acted. */
export const holdersInScope =
  (permission: Permission): Recipients =>
  (rule) =>
    sql`
    select ${line} from (${linesOf(rule, 'place_id', 'actor_id')}) as line
    left join places on places.id = line.place_id
    join people on ${may(permission)} and people.id is distinct from line.actor_id and ${seesPlace}`

/** Everybody who manages users and has the asker in scope, except the person who acted. */
export const helpers: Recipients = (rule) => sql`
  select ${line} from (${linesOf(rule, 'record_id', 'actor_id')}) as line
  join help_requests on help_requests.id = line.record_id
  join users on users.id = help_requests.created_by
  join people on ${may('user-management')} and people.id is distinct from line.actor_id
    and people.id <> users.id and ${personIsIn(sql`people.given`)}`

/** The person who asked for help, unless they acted themselves. */
export const helpAsker: Recipients = (rule) => sql`
  select ${line} from (${linesOf(rule, 'record_id', 'actor_id')}) as line
  join help_requests on help_requests.id = line.record_id
  join people on people.id = help_requests.created_by and people.id is distinct from line.actor_id`

export const ownerOf =
  (table: 'imports' | 'exports' | 'bulk_jobs', where = sql`true`): Recipients =>
  (rule) =>
    sql`
    select ${line} from (${linesOf(rule, 'record_id')}) as line
    join ${sql.table(table)} as record on record.id = line.record_id and ${where}
    join people on people.id = record.user_id`

/** The person who requested a state change, unless they ended it themselves. */
export const requester: Recipients = (rule) => sql`
  select ${line} from (${linesOf(rule, 'record_id', 'actor_id')}) as line
  join state_changes on state_changes.id = line.record_id
  join people on people.id = state_changes.created_by and people.id is distinct from line.actor_id`

/** The planner of an inventory and the person who last ended counting, unless they acted themselves. */
export const inventoryOwners: Recipients = (rule) => sql`
  select ${line} from (${linesOf(rule, 'record_id', 'actor_id')}) as line
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
export const inventoryCounters: Recipients = (rule) => sql`
  select ${line} from (${linesOf(rule, 'record_id', 'actor_id')}) as line
  join inventories on inventories.id = line.record_id join places on places.id = inventories.place_id
  cross join lateral (
    select user_id from inventory_people where inventory_id = inventories.id and is_named
    union all select inventories.created_by where not exists (
      select from inventory_people where inventory_id = inventories.id and is_named)
  ) as chosen
  join people on people.id = chosen.user_id and ${may('manage-asset')}
    and people.id is distinct from line.actor_id and ${seesPlace}`
