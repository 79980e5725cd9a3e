import { type SqlBool, sql } from 'kysely'

/** True if an asset was seen in a place `seen` outside its home, which a database function defines. */
export const isRegisteredElsewhere = sql<SqlBool>`(seen.id is not null and not is_at_home(assets, seen))`
