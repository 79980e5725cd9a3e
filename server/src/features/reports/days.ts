import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { invalid } from '#kernel/http/problem.ts'

export type Days = { from?: string | undefined; to?: string | undefined }

/** Rejects a range whose end is before its start. */
export function mustBeInOrder({ from, to }: Days) {
  if (from !== undefined && to !== undefined && to < from) throw invalid('to', 'days-reversed')
}

/** The first moment of a day, or of a day this much later, in a time zone. */
export const startOf = (day: string, zone: string, later = 0) =>
  sql<string>`((${day}::date + ${later}::int)::timestamp at time zone ${zone})`

/** True for moments within the days, both included; undefined if no day is given. */
export function within(
  moment: RawBuilder<unknown>,
  { from, to }: Days,
  zone: string,
): RawBuilder<SqlBool> | undefined {
  const tests = [
    ...(from === undefined ? [] : [sql`${moment} >= ${startOf(from, zone)}`]),
    ...(to === undefined ? [] : [sql`${moment} < ${startOf(to, zone, 1)}`]),
  ]
  return tests.length === 0 ? undefined : sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}
