import { sql } from 'kysely'
import { Problem } from '#kernel/http/problem.ts'
import { storedMessage } from '#kernel/messages.ts'
import type { Services } from '#kernel/services.ts'

const daysKept = 7

export async function openFile({ exports }: Services['files'], name: string) {
  const opened = await exports.open(name)
  if (opened === undefined) throw new Problem('export-file-gone')
  return opened
}

/** Deletes files after a week. Safe to run at any time and in several processes. */
export async function expireExports({ db, files }: Pick<Services, 'db' | 'files'>) {
  const limit = sql<string>`now() - make_interval(days => ${daysKept})`
  await db
    .updateTable('exports')
    .set({ status: 'expired', file: null, ticket_hash: null })
    .where('status', '=', 'ready')
    .where('created_at', '<', limit)
    .execute()
  await db
    .updateTable('exports')
    .set({
      status: 'failed',
      message: storedMessage({ code: 'export-not-written' }),
      finished_at: sql`now()`,
    })
    .where('status', 'in', ['waiting', 'writing'])
    .where('created_at', '<', limit)
    .execute()
  await files.exports.removeStrays(async (names) => {
    const rows = await db
      .selectFrom('exports')
      .select('file')
      .where('file', '=', sql<string>`any(${names}::text[])`)
      .execute()
    return rows.map(({ file }) => file)
  })
}
