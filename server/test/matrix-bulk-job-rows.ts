import { sql } from 'kysely'
import type { Person, TestApp } from './app.ts'
import type { Rows } from './matrix-row.ts'
import { administratorOf } from './stock.ts'

/** The caller's own job, which deleted something and has just ended. */
export async function ownJob(t: TestApp, as: Person | null) {
  const owner = as ?? (await administratorOf(t))
  const { rows } = await sql<{
    id: string
  }>`insert into bulk_jobs (user_id, work, details, status, done, finished_at)
    values (${owner.id}, 'delete-assets', '{}', 'done', 1, now()) returning id`.execute(t.db)
  return { params: { id: rows[0]?.id ?? '' } }
}

export const bulkJobRows: Rows<'bulkJobs'> = {
  'bulkJobs.list': {},
  'bulkJobs.get': { input: ownJob },
  'bulkJobs.cancel': { input: ownJob },
  // Restoring needs the permission to manage assets.
  'bulkJobs.undo': { input: ownJob, except: { 'User Management': 403, Auditor: 403 } },
}
