import { userFilter, users } from '@ats/contract/identity/users.ts'
import { type SqlBool, sql } from 'kysely'
import { exportSource, momentColumn, plainColumn, textColumn } from '#kernel/files/export-source.ts'
import { countOf, inCity, orders, usersQuery } from './user-queries.ts'

const columns = {
  id: plainColumn('ID', sql.ref('people.number')),
  name: textColumn('User Name', sql.ref('people.name')),
  email: textColumn('Email ID', sql.ref('people.email')),
  role: textColumn('Role', sql.ref('people.role')),
  location: textColumn('Location', sql.ref('people.location')),
  status: plainColumn('Status', sql.ref('people.status')),
  lastSignInAt: momentColumn('Last Sign-in', sql.ref('people.last_sign_in_at')),
  createdBy: textColumn('Created By', sql.ref('people.creator')),
  createdAt: momentColumn('Created At', sql.ref('people.created_at')),
}

export const userExport = exportSource({
  title: 'Users',
  permission: users.list.permission,
  filter: userFilter.omit({ cursor: true, size: true }),
  columns,
  choose: async (db, actor, filter) => {
    const chosen = usersQuery(db, actor, await inCity(db, actor, filter))
    const people = chosen.select([
      'users.id',
      'users.number',
      'users.full_name as name',
      'users.email',
      'roles.name as role',
      'city.name as location',
      'users.status',
      'users.last_sign_in_at',
      'creator.full_name as creator',
      'users.created_at',
      sql`${orders[filter.sort]}`.as('sort_key'),
    ])
    const direction = sql.raw(filter.direction)
    return {
      from: sql`(${people}) as people`,
      where: sql<SqlBool>`true`,
      order: sql`people.sort_key ${direction}, people.id ${direction}`,
      total: await countOf(chosen),
    }
  },
})
