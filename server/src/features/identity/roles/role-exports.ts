import { roleFilter, roles } from '@ats/contract/identity/roles.ts'
import { sql } from 'kysely'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import { exportSource, numberColumn, plainColumn, textColumn } from '#kernel/files/export-source.ts'
import { rolesSeenBy } from './role-queries.ts'

const orders = { name: sql`lower(roles.name)`, users: sql`roles.users` }

/** The browser gets the short list whole and searches and sorts it there, so those rules are repeated here. */
export const roleExport = exportSource({
  title: 'Roles',
  permission: roles.list.permission,
  filter: roleFilter.omit({ cursor: true, size: true }),
  columns: {
    id: plainColumn('ID', sql.ref('roles.number')),
    name: textColumn('Role Name', sql.ref('roles.name')),
    permissions: textColumn('Permissions', sql`array_to_string(roles.permissions, ', ')`),
    users: numberColumn('Users', sql.ref('roles.users')),
  },
  choose: async (db, actor, { search, sort, direction }) => {
    const from = sql`(${rolesSeenBy(db, actor)}) as roles`
    const where = containsWords(sql`concat_ws(' ', roles.number, roles.name)`, search)
    const { rows } = await sql<{
      count: number
    }>`select count(*) as count from ${from} where ${where}`.execute(db)
    const asMade = sql`roles."builtIn" desc, roles.id`
    const order = sort === undefined ? asMade : sql`${orders[sort]} ${sql.raw(direction)}, ${asMade}`
    return { from, where, order, total: rows[0]?.count ?? 0 }
  },
})
