import { sql } from 'kysely'

/** The full name of the user that a column refers to: one lookup per row shown. */
export const fullNameOf = (column: string) =>
  sql<string | null>`(select full_name from users where users.id = ${sql.ref(column)})`
