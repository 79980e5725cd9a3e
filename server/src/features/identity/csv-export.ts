import { Readable } from 'node:stream'
import type { User } from '@ats/contract/identity/users.ts'
import type { Actor } from '#kernel/actor.ts'
import { csvLine } from '#kernel/csv.ts'
import type { Db } from '#kernel/db.ts'
import { userPage } from './user-queries.ts'

const columns: [title: string, value: (user: User) => string][] = [
  ['ID', (user) => user._id],
  ['User Name', (user) => `${user.name} ${user.lastname}`.trim()],
  ['Email ID', (user) => user.email],
  ['Role', (user) => user.roleName],
  ['Location', (user) => user.locationName ?? ''],
  ['Status', (user) => user.status],
  ['Created By', (user) => user.createdBy ?? ''],
  ['Created At', (user) => user.createdAt],
]

type Chosen = Parameters<typeof userPage>[2]

/** Every user the filters show, written page by page so that memory stays flat. */
export const usersAsCsv = (db: Db, actor: Actor, chosen: Chosen) => Readable.from(lines(db, actor, chosen))

async function* lines(db: Db, actor: Actor, chosen: Chosen) {
  yield csvLine(columns.map(([title]) => title))
  let cursor: string | undefined
  do {
    const page = await userPage(db, actor, chosen, { cursor, size: 500 })
    yield page.users.map((user) => csvLine(columns.map(([, value]) => value(user)))).join('')
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}
