import { type SqlBool, sql } from 'kysely'

/** True where an asset was seen in a place `seen` that is not its home; the database says what that is. */
export const isRegisteredElsewhere = sql<SqlBool>`(seen.id is not null and not is_at_home(assets, seen))`
