import { sql } from 'kysely'

/** The full name of whom a column points at: one look, for each row that is shown. */
export const fullNameOf = (column: string) =>
  sql<string | null>`(select full_name from users where users.id = ${sql.ref(column)})`
