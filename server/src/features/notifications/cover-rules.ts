import type { Notification, NotificationRule } from '@ats/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import { pathOfPlace, placeIsIn } from '#kernel/scope.ts'
import { line, linesOf, may, type Recipients, withPlace } from './recipients.ts'
import type { Rule } from './rule.ts'

/** The distinct places of the assets of a cover. */
const placesOfCover = (coverId: RawBuilder<unknown>) => sql`
  select distinct assets.place_id as id from cover_assets
  join assets on assets.id = cover_assets.asset_id where cover_assets.cover_id = ${coverId}`

/** True for people, rows of `person`, who made a cover or see all of its assets. */
export const mayChangeCover = (coverId: RawBuilder<unknown>) => sql`(person.given is null
  or exists (select from covers where covers.id = ${coverId} and covers.created_by = person.id)
  or exists (select from cover_assets where cover_assets.cover_id = ${coverId})
    and not exists (select from (${placesOfCover(coverId)}) as spot
      join places on places.id = spot.id where not ${placeIsIn(sql`person.given`)}))`

/** The person who made a cover, and everybody who manages assets and sees all assets of the cover. */
const coverKeepers: Recipients = (rules) => sql`
  select ${line} from (${linesOf(rules, 'record_id')}) as line
  join covers on covers.id = line.record_id
  cross join lateral (
    select people.id from people where people.everywhere
    union select covers.created_by
    union select holder.id from (${placesOfCover(sql`covers.id`)}) as spot
      join places on places.id = spot.id
      cross join lateral unnest(${pathOfPlace}) with ordinality as above (id, level)
      cross join lateral (${withPlace(sql`above.id`, sql`above.level = 1`)}) as holder
      group by holder.id
      having count(distinct spot.id) = (select count(*) from (${placesOfCover(sql`covers.id`)}) as spots)
  ) as keeper
  join people on people.id = keeper.id and ${may('manage-asset')}`

export const coverRules = {
  'cover-ending': {
    actions: ['cover.ending'],
    recipients: coverKeepers,
    permission: 'manage-asset',
    mail: 'off',
    each: true,
    title: ({ subject, detail }: Notification) =>
      `The cover ${subject ?? 'of some assets'} ends on ${detail ?? 'a day soon'}`,
    screen: ({ recordId }: Notification) => `/dashboard/default/manage-asset/covers/${recordId}`,
  },
} as const satisfies Partial<Record<NotificationRule, Rule>>
