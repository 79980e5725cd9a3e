import { onDatabase } from '../scripts/postgres/databases.ts'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { signIn } from '../scripts/product-calls.ts'
import { demoSignIn } from '../server/src/features/identity/demo.ts'
import { database, type Product } from './product.ts'

/** A person who sends requests, the mark of their measurements, and the tag of an asset they see. */
export type Asking = { mark: string; headers: Record<string, string>; tag: string }

const inIndore = "city_id = (select id from places where kind = 'city' and name = 'Indore')"
const room = (where: string) => `(select id from places where kind = 'room' and ${where} order by id limit 1)`

type PeopleScope = { mark: string; places: string[] }

/** A person who sees all of one city. */
export const ofCity: PeopleScope = {
  mark: '@city',
  places: ["(select id from places where kind = 'city' and name = 'Indore')"],
}

/** People with a small scope: all of one AoU, or one room in each of two cities. */
const scopes: PeopleScope[] = [
  { mark: '@aou', places: [`(select aou_id from places where id = ${room(inIndore)})`] },
  { mark: '@rooms', places: [room(inIndore), room(`not (${inIndore})`)] },
]

export const scopedPeople = (postgres: Postgres, product: Product, ...more: PeopleScope[]) =>
  signedIn(postgres, product, [...more, ...scopes])

/** Signs these people in; with data kept from an earlier run, their accounts exist already. */
export async function signedIn(
  postgres: Postgres,
  { address }: Product,
  given: readonly PeopleScope[],
): Promise<Asking[]> {
  const people: Asking[] = []
  for (const { mark, places } of given) {
    const email = `bench-${mark.slice(1)}@example.com`
    const tags = await onDatabase<{ tag: string }>(
      postgres.url(database),
      `insert into users (name, email, city_id, password_hash, role_id)
        select 'Bench', '${email}', city_id, password_hash, (select id from roles where name = 'User')
        from users where email = '${demoSignIn.email}' and not exists (select from users where email = '${email}')`,
      ...places.map(
        (place) => `insert into user_places (user_id, place_id)
          select id, ${place} from users where email = '${email}' on conflict do nothing`,
      ),
      `select rfid_tag as tag from assets join user_places on user_places.place_id in (assets.place_id, assets.aou_id, assets.city_id)
        join users on users.id = user_places.user_id
        where users.email = '${email}' and assets.deleted_at is null and rfid_tag is not null
        order by assets.id limit 1`,
    )
    const headers = await signIn(address, { ...demoSignIn, email })
    people.push({ mark, headers, tag: tags[0]?.tag ?? '' })
  }
  return people
}
