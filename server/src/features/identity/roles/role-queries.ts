import type { Permission } from '@ats/contract/permissions.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { personInScope } from '#kernel/scope.ts'

/** With the number of people who have the role; for an actor only people in scope. */
const roles = (db: Db, actor?: Actor) =>
  db.selectFrom('roles').select(({ selectFrom }) => [
    'id',
    'number',
    'name',
    'everywhere',
    'second_factor_required as secondFactorRequired',
    'version',
    'built_in as builtIn',
    sql<Permission[]>`permissions`.as('permissions'),
    selectFrom('users')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .whereRef('users.role_id', '=', 'roles.id')
      .where('users.deleted_at', 'is', null)
      .$if(actor !== undefined, (people) => people.where(personInScope(actor as Actor)))
      .$asScalar()
      .$notNull()
      .as('users'),
  ])

export const rolesSeenBy = (db: Db, actor: Actor) => roles(db, actor)

/** In the order of creation, the seeded ones first. */
export const allRoles = (db: Db, actor: Actor) =>
  rolesSeenBy(db, actor).orderBy('built_in', 'desc').orderBy('id').limit(1000).execute()

export const roleByName = (db: Db, name: string) =>
  roles(db).where(sql`lower(name)`, '=', name.toLowerCase()).executeTakeFirst()

export const roleForUpdate = (tx: Db, id: Id) =>
  roles(tx).where('id', '=', id).forUpdate('roles').executeTakeFirst()
