import { chown, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually, isExecutable, run } from '../processes.ts'
import { onDatabase } from './databases.ts'
import { type Postgres, startPostgres } from './postgres.ts'

export type PostgresReplica = Postgres & {
  /** Changes of the primary are received but not replayed until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/** The PostgreSQL from npm has no pg_basebackup. */
export const canReplicate = ({ bin }: Postgres) => bin !== null && isExecutable(join(bin, 'pg_basebackup'))

/** A streaming replica of a running server; its data are deleted on stop. */
export async function startReplica(
  primary: Postgres,
  settings: Record<string, string> = {},
): Promise<PostgresReplica> {
  const dir = await mkdtemp(join(tmpdir(), 'ats-replica-'))
  try {
    const { uid, gid } = await stat(primary.dir)
    await chown(dir, uid, gid)
    const from = ['-d', primary.url(), '-D', dir, '-R', '-X', 'stream', '-c', 'fast', '--no-sync']
    const as = process.getuid?.() === 0 ? { uid, gid } : {}
    await run(join(primary.bin ?? '', 'pg_basebackup'), from, { ...as, cwd: '/' })
    // These files of the primary's process were copied too.
    for (const name of ['owner.pid', 'server.log']) await rm(join(dir, name), { force: true })
    const replica = await startPostgres({ dir, settings: { hot_standby_feedback: 'on', ...settings } })
    await eventually(() => isStreaming(replica), 20_000)
    return {
      ...replica,
      pause: async () => void (await onDatabase(replica.url(), 'select pg_wal_replay_pause()')),
      resume: async () => void (await onDatabase(replica.url(), 'select pg_wal_replay_resume()')),
      async stop() {
        await replica.stop()
        await rm(dir, { recursive: true, force: true, maxRetries: 5 })
      },
    }
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    throw error
  }
}

const isStreaming = async (replica: Postgres) =>
  (await onDatabase(replica.url(), `select from pg_stat_wal_receiver where status = 'streaming'`)).length > 0
