import { type Permission, permissions } from '@ats/contract/permissions.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { TestApp } from './app.ts'

/** The parent of each place, and the rights and scope of each person, as numbers modulo the number of choices. */
export type Plan = {
  places: number[]
  roles: { permissions: Permission[]; everywhere: boolean }[]
  people: { role: number; city: number; places: number[] }[]
}

const level = ['city', 'mm', 'property', 'aou', 'room'] as const
/** How many places of each kind a world has. */
const sizes = [2, 3, 4, 3, 3]

const powers = fc.constantFrom<Permission[]>(
  ['user-management'],
  ['user-management', 'master'],
  ['user-management', 'master'],
  ['user-management', 'manage-asset'],
  [...permissions],
  ['master', 'reports'],
)

const few = (most: number) => fc.array(fc.nat(99), { maxLength: most })

export const plans: fc.Arbitrary<Plan> = fc.record({
  places: fc.array(fc.nat(99), { minLength: 15, maxLength: 15 }),
  roles: fc.array(
    fc.record({ permissions: powers, everywhere: fc.constantFrom(false, false, false, true) }),
    { minLength: 3, maxLength: 4 },
  ),
  people: fc.array(fc.record({ role: fc.nat(99), city: fc.nat(99), places: few(3) }), {
    minLength: 3,
    maxLength: 6,
  }),
})

export const pick = <T>(list: readonly T[], number: number): T => {
  const one = list[number % list.length]
  if (one === undefined) throw new Error('There is nothing to pick from')
  return one
}

let worlds = 0

/** Builds the places, roles and people of a plan, separate from every other world, with an asset in each place. */
export async function buildWorld(t: TestApp, plan: Plan) {
  worlds += 1
  const mark = `world ${worlds}`
  const places = await insertPlaces(t, plan, mark)
  const insertRoles = t.db
    .insertInto('roles')
    .values(plan.roles.map((role, n) => ({ name: `${mark} role ${n}`, ...role })))
  const roles = (await insertRoles.returning('id').execute()).map(({ id }) => id)
  const insertPeople = t.db.insertInto('users').values(
    plan.people.map(({ role, city }, n) => ({
      ...{ name: `Person ${n}`, email: `${n}.${worlds}@world.example`, password_hash: null },
      ...{ role_id: pick(roles, role), city_id: pick(places.slice(0, sizes[0]), city) },
    })),
  )
  const people = (await insertPeople.returning('id').execute()).map(({ id }) => id)
  const given = plan.people.flatMap(({ places: numbers }, n) =>
    [...new Set(numbers.map((number) => pick(places, number)))].map((place_id) => ({
      ...{ user_id: pick(people, n), place_id },
    })),
  )
  if (given.length > 0) await t.db.insertInto('user_places').values(given).execute()
  return { mark, places, roles, people }
}
export type World = Awaited<ReturnType<typeof buildWorld>>

async function insertPlaces(t: TestApp, plan: Plan, mark: string) {
  const ids: string[] = []
  let above: string[] = []
  for (const [depth, kind] of level.entries()) {
    const parents = plan.places.slice(ids.length, ids.length + (sizes[depth] ?? 0))
    const values = parents.map((parent, n) => ({
      ...{ kind, name: `${mark} ${kind} ${n}`, parent_id: depth === 0 ? null : pick(above, parent) },
    }))
    const rows = await t.db.insertInto('places').values(values).returning('id').execute()
    above = rows.map(({ id }) => id)
    ids.push(...above)
  }
  await sql`insert into asset_names (name) values ('Thing') on conflict do nothing`.execute(t.db)
  await sql`insert into assets (name_id, state_id, place_id)
    select (select id from asset_names where name = 'Thing'), (select id from asset_states where name = 'Working'), id
    from unnest(${ids}::uuid[]) as id`.execute(t.db)
  return ids
}

type Row<Name extends string> = Record<Name, string>
type Facts = {
  places: (Row<'id' | 'kind'> & { parent: string | null })[]
  assets: Row<'id' | 'place'>[]
  people: (Row<'id' | 'city' | 'account'> & {
    permissions: string[]
    everywhere: boolean
    places: string[]
    isActive: boolean
  })[]
}

/** A person's account, rights and scope, computed from the rows alone without any of the product's queries. */
export type Reach = {
  account: string
  permissions: ReadonlySet<string>
  everywhere: boolean
  assets: ReadonlySet<string>
}
export type Snapshot = Map<string, Reach>

export async function snapshotOf(t: TestApp, { mark, people }: World): Promise<Snapshot> {
  const { rows } = await sql<Facts>`
    with recursive inside as (
      select id, kind, parent_id from places where kind = 'city' and starts_with(name, ${`${mark} `})
      union all select p.id, p.kind, p.parent_id from places p join inside on p.parent_id = inside.id
    )
    select
      (select json_agg(json_build_object('id', id, 'kind', kind, 'parent', parent_id)) from inside) as places,
      (select json_agg(json_build_object('id', id, 'place', place_id)) from assets
        where place_id in (select id from inside)) as assets,
      (select json_agg(json_build_object('id', u.id, 'city', u.city_id, 'permissions', r.permissions,
        'everywhere', r.everywhere, 'isActive', u.deleted_at is null,
        'account', concat_ws(' ', u.name, u.email, u.role_id, u.city_id, u.status, u.deleted_at,
          (select string_agg(place_id::text, ' ' order by place_id) from user_places where user_id = u.id)),
        'places', array(select place_id from user_places where user_id = u.id)))
        from users u join roles r on r.id = u.role_id where u.id = any(${people}::uuid[])) as people`.execute(
    t.db,
  )
  const [facts] = rows
  if (facts === undefined) throw new Error('There is no world')
  const parents = new Map(facts.places.map(({ id, parent }) => [id, parent]))
  const pathOf = (id: string | null | undefined): string[] =>
    id === null || id === undefined ? [] : [id, ...pathOf(parents.get(id))]
  const paths = facts.assets.map(({ id, place }) => ({ id, path: pathOf(place) }))
  return new Map(
    facts.people.map((person) => {
      const given = new Set(person.places.length > 0 ? person.places : [person.city])
      const seen = paths.filter(({ path }) => person.everywhere || path.some((place) => given.has(place)))
      const nothing = !person.isActive
      return [
        person.id,
        {
          account: person.account,
          permissions: new Set(nothing ? [] : person.permissions),
          everywhere: person.everywhere && !nothing,
          assets: new Set(nothing ? [] : seen.map(({ id }) => id)),
        },
      ]
    }),
  )
}
