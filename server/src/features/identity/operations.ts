import type { Kysely } from 'kysely'
import { insertUser } from '#features/identity/people/users.ts'
import { roleByName } from '#features/identity/roles/role-queries.ts'
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
