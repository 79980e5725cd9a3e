import { onDatabase } from '../scripts/postgres/databases.ts'
import { eventually } from '../scripts/processes.ts'

/** Waits until all WAL that the server has written is archived in the repository. */
export async function archiveAll(url: string) {
  const [row] = await onDatabase<{ file: string }>(url, 'select pg_walfile_name(pg_switch_wal()) as file')
  const isArchived = async () => {
    const [archiver] = await onDatabase<{ isDone: boolean }>(
      url,
      `select last_archived_wal >= '${row?.file}' as "isDone" from pg_stat_archiver`,
    )
    return archiver?.isDone === true
  }
  if (!(await eventually(isArchived, 60_000, 200))) throw new Error('The log was not archived')
}
