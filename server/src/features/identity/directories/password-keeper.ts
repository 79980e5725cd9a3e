import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'

type Account = { id: Id; passwordHash: string | null }

/** The directory of an account that has no password of its own. */
export async function passwordKeeperOf(db: Db, { id, passwordHash }: Account): Promise<string | undefined> {
  if (passwordHash !== null) return undefined
  const { rows } = await sql<{ name: string }>`select name from directories
    join directory_people on directory_id = directories.id where user_id = ${id} order by lower(name) limit 1`.execute(
    db,
  )
  return rows[0]?.name
}
