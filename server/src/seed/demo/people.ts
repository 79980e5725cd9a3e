import { sql } from 'kysely'
import { demoSignIn } from '#features/identity/demo.ts'
import { actorOf } from '#features/identity/identity.ts'
import { createUser } from '#features/identity/people/users.ts'
import { createRole } from '#features/identity/roles/roles.ts'
import { hashPassword } from '#features/identity/sessions/passwords.ts'
import type { Actor } from '#kernel/actor.ts'
import { inTransaction } from '#kernel/db/db.ts'
import type { Services } from '#kernel/services.ts'
import type { Room } from './rooms.ts'

/** People with less than a city: a manager of one property, a person with two rooms, and an auditor who only reads. */
export async function addLimitedPeople({ db }: Services, admin: Actor, rooms: readonly Room[]) {
  const passwordHash = await hashPassword(demoSignIn.password)
  const placeOf = async (id: string | undefined) =>
    (await sql<{ id: string }>`select property_id as id from places where id = ${id}`.execute(db)).rows[0]
      ?.id ?? ''
  const inMumbai = rooms.find(({ city, property }) => city === 'Mumbai' && property.endsWith('Head Office'))
  const inPune = rooms.filter(({ city }) => city === 'Pune').slice(0, 2)
  await inTransaction(db, async (tx) => {
    const auditor = { roleName: 'Auditor', permissions: ['reports' as const], secondFactorRequired: false }
    await createRole(tx, admin, auditor)
    const add = (
      name: string,
      lastname: string,
      role: string,
      location: string,
      jobTitle: string,
      places: string[],
    ) =>
      createUser(
        tx,
        admin,
        {
          ...{ name, lastname, role, location, places },
          email: `${name}.${lastname}@example.com`.toLowerCase(),
        },
        passwordHash,
      ).then(({ _id }) =>
        tx
          .updateTable('users')
          .set({ job_title: jobTitle, password_is_temporary: false })
          .where('id', '=', _id)
          .execute(),
      )
    await add('Priya', 'Menon', 'user', 'mumbai', 'Property manager', [await placeOf(inMumbai?.id)])
    await add(
      'Gopal',
      'Jadhav',
      'sub user',
      'pune',
      'Storekeeper',
      inPune.map(({ id }) => id),
    )
    await add('Anil', 'Saxena', 'auditor', 'delhi', 'Auditor', [])
  })
}

/** Everybody in the organisation as an actor, by full name. */
export async function actors({ db }: Services) {
  const people = await db.selectFrom('users').select(['id', 'name', 'lastname']).orderBy('id').execute()
  const byName = new Map<string, Actor>()
  for (const { id, name, lastname } of people) {
    const actor = await actorOf(db, id, 'demo data')
    if (actor !== undefined) byName.set(`${name} ${lastname}`, actor)
  }
  return (name: string, requestId: string): Actor => {
    const actor = byName.get(name)
    if (actor === undefined) throw new Error(`${name} is missing`)
    return { ...actor, requestId }
  }
}
