import pg from 'pg'
import { signIn } from '../scripts/product-calls.ts'
import { demoSignIn } from '../server/src/features/identity/demo.ts'

export type Caller = { name: string; headers: Record<string, string> }

type Account = { name: string; email: string }
const { password } = demoSignIn

/** A person with every permission in one property, and a person with one room in each of two cities. */
const scoped = [
  { name: 'property', email: 'property@fuzz.example', places: "kind = 'property' limit 1" },
  {
    name: 'rooms',
    email: 'rooms@fuzz.example',
    places:
      "id in (select distinct on (city_id) id from places where kind = 'room' order by city_id) limit 2",
  },
]
const accounts: Account[] = [{ name: 'administrator', email: demoSignIn.email }, ...scoped]

const makeScoped = (client: pg.Client) =>
  client.query(
    `with role as (
       insert into roles (name, permissions) values ('Everything here', '{user-management,master,manage-asset,reports}')
       returning id
     ), made as (
       insert into users (name, email, password_hash, role_id, city_id)
       select split_part(address, '@', 1), address, admin.password_hash, role.id, admin.city_id
       from unnest($1::text[]) as address, role, (select * from users where email = $2) as admin
       returning id, email
     )
     insert into user_places (user_id, place_id)
     ${scoped.map(({ email, places }) => `(select made.id, place.id from made, (select id from places where ${places}) as place where made.email = '${email}')`).join(' union all ')}`,
    [scoped.map(({ email }) => email), demoSignIn.email],
  )

const kept = ['roles', 'users', 'user_places']

/** Stores the accounts as they are now, so that changes made by requests can be undone. */
const remember = async (client: pg.Client) => {
  for (const table of kept) await client.query(`create table fuzz_${table} as select * from ${table}`)
}

/** Requests may disable, delete, demote or throttle the callers themselves. */
const restore = (client: pg.Client, emails: string[]) =>
  client.query(
    `with mine as (select * from fuzz_users where email = any(array['${emails.join("','")}']))
     , named as (
       update users set email = 'was.' || users.id || '@fuzz.example' from mine
       where lower(users.email) = lower(mine.email) and users.id <> mine.id
     ), role as (
       update roles set permissions = kept.permissions, everywhere = kept.everywhere from fuzz_roles as kept
       where roles.id = kept.id and roles.id in (select role_id from mine)
     ), account as (
       update users set email = mine.email, password_hash = mine.password_hash, role_id = mine.role_id,
         city_id = mine.city_id, status = 'active', deleted_at = null
       from mine where users.id = mine.id
     ), place as (
       insert into user_places select kept.* from fuzz_user_places as kept
       where user_id in (select id from mine) and place_id in (select id from places)
       on conflict do nothing
     )
     delete from user_places using mine
     where user_id = mine.id and not exists (
       select from fuzz_user_places as kept where kept.user_id = user_places.user_id and kept.place_id = user_places.place_id
     )`,
  )

/** The callers: an administrator, two people with few places, and an anonymous one. */
export async function callers(address: string, databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await makeScoped(client)
  await remember(client)
  const stranger: Caller = { name: 'nobody', headers: {} }
  const people = [stranger]

  async function signedIn({ email }: Account, headers: Record<string, string>) {
    const me = await fetch(`${address}/api/v1/me`, { headers })
    await me.arrayBuffer()
    return me.ok ? headers : signIn(address, { email, password })
  }

  async function restoreAll() {
    await restore(
      client,
      accounts.map(({ email }) => email),
    )
    await client.query('delete from throttles')
    for (const [index, account] of accounts.entries()) {
      const headers = people[index + 1]?.headers ?? {}
      people[index + 1] = { name: account.name, headers: await signedIn(account, headers) }
    }
  }

  /** Requests and jobs that still run may disable a caller again between the restore and the sign-in. */
  async function refreshAll(triesLeft = 5): Promise<void> {
    try {
      await restoreAll()
    } catch (error) {
      if (triesLeft === 0) throw error
      return refreshAll(triesLeft - 1)
    }
    refreshing = undefined
  }
  let refreshing: Promise<void> | undefined

  return {
    /** The anonymous caller in one of ten cases, otherwise one of the others. */
    pick: (number: number) => people[number % 10 === 0 ? 0 : 1 + (number % accounts.length)] ?? stranger,
    /** Concurrent calls wait for the same restore. */
    refresh: () => (refreshing ??= refreshAll()),
    close: () => client.end(),
  }
}
