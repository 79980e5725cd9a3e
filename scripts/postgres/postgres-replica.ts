import { chown, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually, isExecutable, run } from '../processes.ts'
import { onDatabase } from './databases.ts'
import { type Postgres, startPostgres } from './postgres.ts'

export type PostgresReplica = Postgres & {
  /** What the primary writes from now on is received and not shown until it is resumed. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/** The PostgreSQL that npm ships has no tool to copy a server. */
export const canReplicate = ({ bin }: Postgres) => bin !== null && isExecutable(join(bin, 'pg_basebackup'))

/** A streaming replica of a server that runs; its data are thrown away on stop. */
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
    // What belongs to the primary's process has come along.
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
