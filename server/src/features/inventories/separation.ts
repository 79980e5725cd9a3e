import type { ApprovalRefusal } from '@ats/contract/inventories/approval.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Id } from '#kernel/db/db.ts'

const changed = (program: RawBuilder<unknown>, person: RawBuilder<unknown>) =>
  sql`exists (select from events where record_kind = 'program' and record_id = ${program} and ${person})`

/** A program acts for the people who made or changed it: they and all of their programs are one. */
const sameAs = ({ id }: Actor) => sql`array(
  with people as (
    select ${id}::uuid as id
    union select actor_id from events where record_kind = 'program' and record_id = ${id} and actor_id is not null
  )
  select id from people
  union select programs.id from programs
    where ${changed(sql`programs.id`, sql`events.actor_id in (select id from people)`)})`

/**
 * A reader can be manipulated: a person who created one, or changed it before counting ended, counts as
 * having counted.
 */
const feedsReaders = (people: RawBuilder<unknown>) => sql`exists (select from inventory_devices as fed
  where fed.inventory_id = inventories.id and fed.user_id is null and (
    exists (select from readers where readers.id = fed.device_id and readers.created_by = any(${people}))
    or exists (select from events where events.record_kind = 'reader' and events.record_id = fed.device_id
      and events.actor_id = any(${people}) and events.at <= coalesce(inventories.reviewed_at, 'infinity'))))`

const counted = (people: RawBuilder<unknown>) => sql<boolean>`(exists (select from inventory_people
  where inventory_id = inventories.id and user_id = any(${people}) and has_counted) or ${feedsReaders(people)})`

export const hasCounted = (actor: Actor) => counted(sameAs(actor))

// Items and reads are partitioned by the id of their inventory: as a parameter it leaves one partition to plan for.
const hasProposed = (people: RawBuilder<unknown>, id: Id) => sql`exists (select from inventory_items
  where inventory_id = ${id} and resolved_by = any(${people}))`

/** The approver and the minimum are of no use if the person who chooses them approves. */
const setRules = (people: RawBuilder<unknown>) => sql`(inventories.approval_set_by = any(${people})
  or inventories.approver_id is not null and inventories.created_by = any(${people}))`

/** Whoever sets the password of a counter can count under another name. */
const madeCounter = (people: RawBuilder<unknown>) => sql`exists (select from inventory_people as counter
  join events on events.record_kind = 'user' and events.record_id = counter.user_id
  where counter.inventory_id = inventories.id and counter.has_counted and events.actor_id = any(${people})
    and events.actor_id <> counter.user_id and events.at >= inventories.created_at
    and events.action in ('user.created', 'user.changed', 'user.password-changed'))`

/** Since the place was approved last, or for a year. */
const since = sql`coalesce((select max(earlier.approved_at) from places as own
    join inventories as earlier
      on earlier.place_id in (own.id, own.aou_id, own.property_id, own.mm_id, own.city_id)
    where own.id = inventories.place_id and earlier.status = 'approved'),
  inventories.started_at - interval '12 months')`

const expects = (id: Id, asset: RawBuilder<unknown>) => sql`exists (select from inventory_items as item
  where item.inventory_id = ${id} and item.kind = 'expected' and item.asset_id = ${asset})`

const hasPrinted = (people: RawBuilder<unknown>, id: Id) => sql`exists (select from print_jobs
  join print_labels on print_labels.job_id = print_jobs.id and print_labels.state not in ('waiting', 'skipped')
  where print_jobs.user_id = any(${people}) and print_jobs.created_at >= ${since}
    and ${expects(id, sql`print_labels.asset_id`)})`

const hasTagged = (people: RawBuilder<unknown>, id: Id) => sql`(exists (select from asset_tags
    where attached_by = any(${people}) and attached_at >= ${since} and ${expects(id, sql`asset_tags.asset_id`)})
  or exists (select from tag_associations
    where tagged_by = any(${people}) and received_at >= ${since}
      and ${expects(id, sql`tag_associations.asset_id`)}))`

/** How a person took part in the inventory with this id: whoever did does not approve alone. */
export function tookPart(actor: Actor, id: Id, manages: RawBuilder<boolean>) {
  const people = sameAs(actor)
  return sql<ApprovalRefusal | null>`case
    when ${counted(people)} then 'inventory-counted-yourself'
    when not ${manages} then 'inventory-counters-count'
    when ${hasProposed(people, id)} then 'inventory-proposed-yourself'
    when ${setRules(people)} then 'inventory-planned-yourself'
    when ${madeCounter(people)} then 'inventory-account-yours'
    when ${hasPrinted(people, id)} then 'inventory-printed-yourself'
    when ${hasTagged(people, id)} then 'inventory-tagged-yourself' end`
}

/** Percent of the expected assets that are found, or in a room where something was read or seen. */
export const countedShare = sql<number>`coalesce((
  select floor(100.0 * sum(case when room.last_read_at is null then counts.found else counts.expected end)
    / nullif(sum(counts.expected), 0))
  from inventory_counts as counts left join inventory_rooms as room
    on (room.inventory_id, room.place_id) = (counts.inventory_id, counts.place_id)
  where counts.inventory_id = inventories.id), 100)::int`
