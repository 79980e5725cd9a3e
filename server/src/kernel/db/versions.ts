import { sql } from 'kysely'
import { Problem } from '#kernel/http/problem.ts'
import type { Db, Id } from './db.ts'
import type { Tables } from './tables.ts'

/** Tables whose rows have a version that triggers raise; assets raise theirs themselves. */
type Versioned = {
  [Table in keyof Tables]: Tables[Table] extends { version: unknown } ? Table : never
}[keyof Tables]

/** A record that was changed since somebody opened it is not changed on top of that. It stays locked from here on. */
export async function mustBeVersion(tx: Db, table: Versioned, id: Id, edited: number | undefined) {
  if (edited === undefined) return
  const { rows } = await sql<{ version: number }>`select version from ${sql.table(table)}
    where id = ${id} for no key update`.execute(tx)
  if (rows[0] !== undefined && rows[0].version !== edited) throw new Problem('record-changed-meanwhile')
}

/** For a change of what belongs to a record in another table. */
export const raiseVersion = (tx: Db, table: Versioned, id: Id) =>
  sql`update ${sql.table(table)} set version = version + 1 where id = ${id}`.execute(tx)
