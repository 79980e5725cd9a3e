import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { placeIsIn } from '#kernel/scope.ts'
import { testApp } from '#test/app.ts'
import { givePlaces, limitedPeople } from '#test/limited-people.ts'
import { beginNotifying, writeNotifications } from './notifier.ts'
import { people } from './recipients.ts'

const t = await testApp()
const { indore, pune, people: limited } = await limitedPeople(t)
await beginNotifying(t.db)

/** Forty people with up to three random places, which may contain each other, or with a home city only. */
async function randomPeople() {
  await sql`insert into places (kind, name, parent_id) select 'room', 'Room ' || n, ${indore.aou} from generate_series(1, 5) as n`.execute(
    t.db,
  )
  await sql`insert into users (name, email, role_id, city_id, status)
    select 'Random', 'random' || n || '@example.org', roles.id, cities.id, case when n % 13 = 0 then 'disabled' else 'active' end
    from generate_series(1, 40) as n
    cross join lateral (select id from roles where n > 0 order by random() limit 1) as roles
    cross join lateral (select id from places where n > 0 and kind = 'city' order by random() limit 1) as cities`.execute(
    t.db,
  )
  await sql`insert into user_places (user_id, place_id)
    select users.id, chosen.id from users cross join lateral (
      select places.id from places where users.id is not null order by random() limit floor(random() * 4)
    ) as chosen where users.name = 'Random'`.execute(t.db)
}

/** Entries in random places and in none, by random people and by nobody, in three requests. */
const randomEntries = (action: string) =>
  sql`insert into events (action, record_kind, record_id, place_id, request_id, actor_id)
    select ${action}, 'asset', gen_random_uuid(), places.id, ${action} || n % 3, users.id
    from generate_series(1, 60) as n
    left join lateral (select id from places where n % 10 > 0 order by random() limit 1) as places on true
    left join lateral (select id from users where n % 4 > 0 and status = 'active' order by random() limit 1) as users on true`.execute(
    t.db,
  )

/** Every person is tested against every entry. */
const plainly = async (action: string, permission: string) =>
  (
    await sql`select people.id as "userId", events.request_id as request, count(*) as count,
        max(events.id) as "eventId", min(events.at) as at
      from events left join places on places.id = events.place_id cross join (${people}) as people
      where events.action = ${action} and ${permission} = any(people.permissions)
        and people.id is distinct from events.actor_id and ${placeIsIn(sql`people.given`)}
      group by 1, 2 order by 1, 2`.execute(t.db)
  ).rows

const told = async (action: string) =>
  (
    await sql`select user_id as "userId", events.request_id as request, count, event_id as "eventId", notifications.at
      from notifications join events on events.id = event_id where events.action = ${action}
      order by 1, 2`.execute(t.db)
  ).rows

test('the people of places get the same notifications as by testing every person for every entry', async () => {
  await randomPeople()
  await givePlaces(t, limited['an AoU'], [indore.aou, indore.room, indore.mm])
  for (const [action, permission] of [
    ['asset.rental-ending', 'manage-asset'],
    ['access-request.created', 'user-management'],
  ] as const) {
    await randomEntries(action)
    await writeNotifications(t)
    const expected = await plainly(action, permission)
    expect(expected.length).toBeGreaterThan(20)
    expect(await told(action)).toEqual(expected)
  }
})

test('a person of two rooms gets the entries of both in one notification', async () => {
  const { id } = limited['two rooms in two cities']
  await sql`insert into events (action, record_kind, record_id, place_id, request_id)
    select 'reader.silent', 'reader', gen_random_uuid(), place, 'silence'
    from unnest(${[indore.room, pune.room, indore.aou]}::uuid[]) as place`.execute(t.db)
  await writeNotifications(t)
  expect(
    (await told('reader.silent')).filter((row) => (row as { userId: string }).userId === id),
  ).toMatchObject([{ count: 2 }])
})

const asker = async (places: readonly string[], city = 'Indore') => {
  const person = await t.person({ role: 'Sub User', city })
  await givePlaces(t, person, places)
  await sql`insert into help_requests (subject, created_by) values (${person.id}, ${person.id})`.execute(t.db)
  return person
}

test('help requests reach the people who may see the asker, as by testing everybody', async () => {
  for (const places of [[], [indore.room], [indore.room, pune.room], [pune.mm]]) await asker(places)
  await asker([], 'Delhi')
  await sql`insert into events (action, record_kind, record_id, request_id, actor_id)
    select 'help-request.opened', 'help-request', id, id::text, created_by from help_requests`.execute(t.db)
  await writeNotifications(t)
  const below = sql`people.given && array[places.id, places.aou_id, places.property_id, places.mm_id, places.city_id]`
  const theirs = sql`from user_places join places on places.id = place_id where user_id = users.id`
  const { rows } = await sql`select people.id as "userId", help_requests.id::text as request
    from help_requests join users on users.id = help_requests.created_by cross join (${people}) as people
    where 'user-management' = any(people.permissions) and people.id <> users.id and (people.given is null
      or users.city_id = any(people.given)
      or exists (select ${theirs}) and not exists (select ${theirs} and not ${below}))
    order by 1, 2`.execute(t.db)
  expect(rows.length).toBeGreaterThan(10)
  expect(await told('help-request.opened')).toMatchObject(rows)
})
