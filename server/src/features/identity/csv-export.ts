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
type Page = Awaited<ReturnType<typeof userPage>>
const size = 500

/**
 * Every user the filters show, written page by page so that memory stays flat. The first page is read before the
 * answer begins, so that a refusal can still be one.
 */
export async function usersAsCsv(db: Db, actor: Actor, chosen: Chosen) {
  return Readable.from(lines(db, actor, chosen, await userPage(db, actor, chosen, { size })))
}

async function* lines(db: Db, actor: Actor, chosen: Chosen, first: Page) {
  yield csvLine(columns.map(([title]) => title))
  for (let page = first; ; page = await userPage(db, actor, chosen, { cursor: page.next, size })) {
    yield page.users.map((user) => csvLine(columns.map(([, value]) => value(user)))).join('')
    if (page.next === null) return
  }
}
