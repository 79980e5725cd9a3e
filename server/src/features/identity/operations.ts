import type { Kysely } from 'kysely'
import { credentialsByEmail } from '#features/identity/people/user-queries.ts'
import { insertUser } from '#features/identity/people/users.ts'
import { roleByName } from '#features/identity/roles/role-queries.ts'
import { resetFactors } from '#features/identity/second-factor/removal.ts'
import { hashPassword, refuseWeakPassword } from '#features/identity/sessions/passwords.ts'
import { inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'

type Administrator = { name: string; email: string; password: string }

/** Creates the first administrator, from the command line. */
export async function createAdministrator(db: Kysely<Tables>, { name, email, password }: Administrator) {
  refuseWeakPassword(password, { name, email })
  const passwordHash = await hashPassword(password)
  return inTransaction(db, async (tx) => {
    const role = await roleByName(tx, 'Admin')
    const city = await tx
      .selectFrom('places')
      .select('id')
      .where('kind', '=', 'city')
      .orderBy('id')
      .executeTakeFirst()
    if (role === undefined || city === undefined) throw new Error('The role Admin or a city is missing')
    const account = { name, email, passwordHash, roleId: role.id, cityId: city.id }
    return insertUser(tx, { id: null, requestId: 'command line' }, account)
  })
}

/** Removes the second factor of a person who lost it, from the command line: also of the last administrator. */
export async function resetSecondFactor(db: Kysely<Tables>, email: string) {
  const account = await credentialsByEmail(db, email)
  if (account === undefined) throw new Error(`There is no account ${email}`)
  await inTransaction(db, async (tx) => {
    const { city_id: place } = await tx
      .selectFrom('users')
      .select('city_id')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    await resetFactors(tx, { id: null, requestId: 'command line' }, account.id, place)
  })
  return account
}
