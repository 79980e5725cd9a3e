import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPgbouncer, serverUser } from '../../scripts/ha/programs.ts'
import { newService } from '../../scripts/ha/service.ts'
import { eventually, freePort } from '../../scripts/processes.ts'

/** PgBouncer in transaction mode in front of a database server; null if none is available. */
export async function startPgbouncer(databaseUrl: string) {
  const program = await findPgbouncer().catch(() => null)
  if (program === null) return null
  const { hostname, port: serverPort } = new URL(databaseUrl)
  const [port, user, dir] = [await freePort(), await serverUser(), await mkdtemp(join(tmpdir(), 'ats-pool-'))]
  const settings = [
    ...['[databases]', `* = host=${hostname} port=${serverPort}`, '[pgbouncer]'],
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = trust'],
    ...[`auth_file = ${dir}/users`, 'pool_mode = transaction', 'max_prepared_statements = 600'],
    'ignore_startup_parameters = statement_timeout,lock_timeout,idle_in_transaction_session_timeout,options',
  ]
  await writeFile(join(dir, 'pool.ini'), settings.join('\n'))
  await writeFile(join(dir, 'users'), '"ats_app" ""\n')
  await chmod(dir, 0o755)
  if (user !== null) await chown(dir, user.uid, user.gid)
  const log = join(dir, 'log')
  const service = newService('PgBouncer', program, [join(dir, 'pool.ini')], {
    ...{ user, cwd: dir, log, bypassPaths: true },
  })
  service.start()
  const isUp = async () => (await service.lastWords()).includes('process up')
  if (!(await eventually(isUp, 10_000))) throw new Error(await service.lastWords())
  const url = new URL(databaseUrl)
  url.port = `${port}`
  return {
    url: url.href,
    async stop() {
      await service.stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
