import type { Permission } from '@ats/contract/permissions.ts'
import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db.ts'

const roles = (db: Db) =>
  db.selectFrom('roles').select(({ selectFrom }) => [
    'id',
    'name',
    'everywhere',
    'built_in as builtIn',
    sql<Permission[]>`permissions`.as('permissions'),
    selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('users.role_id', '=', 'roles.id')
      .where('users.deleted_at', 'is', null)
      .$asScalar()
      .$notNull()
      .as('users'),
  ])

/** In the order they were made, the seeded ones first. */
export const allRoles = (db: Db) => roles(db).orderBy('built_in', 'desc').orderBy('id').limit(1000).execute()

export const roleByName = (db: Db, name: string) =>
  roles(db).where(sql`lower(name)`, '=', name.toLowerCase()).executeTakeFirst()

export const roleForUpdate = (tx: Db, id: Id) =>
  roles(tx).where('id', '=', id).forUpdate('roles').executeTakeFirst()
