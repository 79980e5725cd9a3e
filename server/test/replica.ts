import { migrate } from '#kernel/db/migrate.ts'
import { onDatabase } from '../../scripts/postgres/databases.ts'
import { startPostgres, unsynced } from '../../scripts/postgres/postgres.ts'
import { canReplicate, startReplica } from '../../scripts/postgres/postgres-replica.ts'
import { standardAppRole } from '../src/kernel/db/grants.ts'

const database = 'ats'
const asProgram = (url: string) => url.replace('//ats@', `//${standardAppRole}@`)

/** A primary with its own replica, which shows every change after a delay; undefined if none can be made. */
export async function replicated(lateMs: number) {
  const primary = await startPostgres({ settings: unsynced })
  if (!canReplicate(primary)) return void (await primary.stop())
  await onDatabase(primary.url(), `create role ${standardAppRole} login`, `create database ${database}`)
  await migrate(primary.url(database))
  const replica = await startReplica(primary, { recovery_min_apply_delay: `${lateMs}ms` })
  return {
    replica,
    databaseUrl: asProgram(primary.url(database)),
    replicaUrl: asProgram(replica.url(database)),
    async stop() {
      await replica.stop()
      await primary.stop()
    },
  }
}
