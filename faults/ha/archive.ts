import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Cluster, startCluster } from '../../scripts/ha/cluster.ts'
import { startHaProduct } from '../../scripts/ha/product.ts'
import { serverUser } from '../../scripts/ha/programs.ts'
import { newService } from '../../scripts/ha/service.ts'
import { onDatabase } from '../../scripts/postgres/databases.ts'
import { eventually, findOnPath, freePort, run } from '../../scripts/processes.ts'
import { archiveAll } from '../archived.ts'
import type { Fault } from '../ledger.ts'
import { admit, startPeople } from '../people.ts'
import { storedWrites } from '../writes.ts'
import { type Context, killLeader, leaderOf, untilWhole } from './trials.ts'

const firstPort = Number(process.env.HA_PORT ?? 22_000)
const people = Number(process.env.HA_PEOPLE ?? 20)
const workingMs = 10_000

/** As docs/run/high-availability.md says: as the PostgreSQL user, with the configuration of a node. */
async function pgBackRest(config: string, ...words: string[]) {
  const user = await serverUser()
  return run('pgbackrest', [`--config=${config}`, '--stanza=ats', ...words], { ...user, cwd: '/' })
}

/** A separate server, restored from the repository alone. */
async function restore(cluster: Cluster, dir: string, config: string) {
  const user = await serverUser()
  const data = join(dir, 'restored')
  await mkdir(data, { mode: 0o700 })
  if (user) await chown(data, user.uid, user.gid)
  await pgBackRest(config, `--pg1-path=${data}`, '--archive-mode=off', 'restore')
  const port = await freePort()
  const program = { command: join(cluster.shared.PG_BIN ?? '', 'postgres'), first: [] }
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', `unix_socket_directories=${data}`]
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])]
  const server = newService('the restored one', program, args, {
    ...{ user, cwd: data, log: join(dir, 'restored.log') },
  })
  server.start()
  const url = `postgres://ats:${cluster.shared.OWNER_PASSWORD}@127.0.0.1:${port}/ats`
  const isOpen = () =>
    onDatabase<{ isOpen: boolean }>(url, 'select not pg_is_in_recovery() as "isOpen"').then(
      ([row]) => row?.isOpen === true,
      () => false,
    )
  if (!(await eventually(isOpen, 300_000, 200)))
    throw new Error(`What was restored did not start\n${await server.lastWords()}`)
  return { url, stop: () => server.stop() }
}

/**
 * The leader is killed between a backup and the last write: the next leader continues archiving, and nothing
 * is missing.
 */
export const archivedByWhoeverLeads: Fault = async ({ random, say }) => {
  if (findOnPath('pgbackrest') === null) throw new Error('pgbackrest is not installed')
  const dir = await mkdtemp(join(tmpdir(), 'ats-faults-archive-'))
  const ends: (() => Promise<void>)[] = [() => rm(dir, { recursive: true, force: true })]
  const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`
  try {
    const cluster = await startCluster({ dir, firstPort, say, withNats: false, withArchive: true })
    ends.push(() => cluster.stop())
    const product = await startHaProduct({ cluster, dir, assets: 0, withWeb: false })
    ends.push(() => product.stop())
    const context: Context = { cluster, product, round: 0, problems: [], say }
    const load = startPeople(product.address, await admit(product.ownerUrl, people), random)
    ends.push(() => load.stop())
    const { number } = await leaderOf(context)
    const config = join(dir, `node-${number}`, 'files', 'pgbackrest.conf')
    await pgBackRest(config, 'stanza-create')
    const began = Date.now()
    await pgBackRest(config, 'backup')
    say(`full backup of node ${number} in ${seconds(began)}`)
    await delay(workingMs)
    load.during({ name: 'leader killed', cutsCalls: false })
    await killLeader(context)
    await untilWhole(context, 'leader killed')
    await delay(workingMs)
    await load.stop()
    const superuser = cluster.primaryUrl('postgres', cluster.shared.SUPERUSER_PASSWORD ?? '', 'ats')
    await archiveAll(superuser)
    say(`node ${(await leaderOf(context)).number} leads and archives now`)
    const restoring = Date.now()
    const restored = await restore(cluster, dir, config)
    ends.push(restored.stop)
    say(`restored from the repository in ${seconds(restoring)}`)
    const { record, line } = await storedWrites(restored.url)
    const acked = [...load.calls.acked]
    const stored = acked.filter((key) => record.has(key) && line.has(key)).length
    const duplicated = [...load.calls.sent].filter((key) => (record.get(key) ?? 0) > 1).length
    const strange = [...load.calls.strange].map(([what, times]) => `${times} times: ${what}`)
    const problems = [...context.problems, ...strange]
    return { acked: acked.length, stored, lost: acked.length - stored, duplicated, problems }
  } finally {
    for (const end of ends.reverse()) await end().catch((error: unknown) => say(`${error}`))
  }
}
