import type { ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { type Postgres, startPostgres } from '../scripts/postgres/postgres.ts'
import { eventually, findOnPath, run, stopProcess } from '../scripts/processes.ts'
import { signIn } from '../scripts/product-calls.ts'
import { archiveAll } from './archived.ts'
import type { Fault } from './ledger.ts'
import { admit, type Calls, startPeople } from './people.ts'
import { prepareProduct } from './product.ts'
import { storedWrites } from './writes.ts'

const database = 'rewound'
const people = 20
const stanza = 'ats'

type Archive = {
  postgres: Postgres
  settings: Record<string, string>
  call(...words: string[]): Promise<string>
}

/** A PostgreSQL whose log goes to a repository of pgBackRest, segment by segment. */
async function startArchived(dir: string): Promise<Archive> {
  const data = join(dir, 'postgres')
  const config = join(dir, 'pgbackrest.conf')
  const command = `pgbackrest --config=${config} --stanza=${stanza}`
  const settings = {
    ...{ archive_mode: 'on', archive_command: `${command} archive-push %p`, archive_timeout: '60' },
    ...{ unix_socket_directories: data },
  }
  const postgres = await startPostgres({ dir: data, settings })
  // pgBackRest reads and restores the files of the server as the same user, those that we put beside them included.
  const { uid, gid } = await stat(data)
  await run('chown', ['-R', `${uid}:${gid}`, data])
  const folder = async (name: string) => {
    await mkdir(join(dir, name), { recursive: true })
    await run('chown', [`${uid}:${gid}`, join(dir, name)])
    return join(dir, name)
  }
  await run('chmod', ['755', dir])
  const lines = [
    '[global]',
    `repo1-path=${await folder('repository')}`,
    `log-path=${await folder('log')}`,
    `lock-path=${await folder('lock')}`,
    'start-fast=y',
    'compress-type=zst',
    `[${stanza}]`,
    ...[`pg1-path=${data}`, `pg1-port=${postgres.port}`, `pg1-socket-path=${data}`],
    ...['pg1-user=ats', 'pg1-database=postgres'],
  ]
  await writeFile(config, `${lines.join('\n')}\n`)
  const call = (...words: string[]) =>
    run('pgbackrest', [`--config=${config}`, `--stanza=${stanza}`, ...words], { uid, gid, cwd: '/' })
  return { postgres, settings, call }
}

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`

type Say = (text: string) => void

/** The server answers while it replays its log and takes writes a moment later: until then people are asked to wait. */
const letsIn = (address: string) =>
  signIn(address).then(
    () => true,
    (error: Error) => {
      if (error.message.includes('answered 503')) return false
      throw error
    },
  )

/** What was acknowledged before the second, what had been sent by then, and the second itself by the database's clock. */
async function chooseSecond({ postgres }: Archive, { acked, sent }: Calls) {
  const before = new Set(acked)
  const [row] = await onDatabase<{ now: string }>(postgres.url(), 'select clock_timestamp()::text as now')
  return { acked: before, sent: new Set(sent), moment: row?.now ?? '' }
}

/** As docs/run/backup.md says: stops the server, brings its files to the second and starts it; the api finds it by itself. */
async function rewind(archive: Archive, moment: string, address: string, say: Say) {
  const { port, dir } = archive.postgres
  const began = Date.now()
  await archiveAll(archive.postgres.url())
  await archive.postgres.stop()
  await archive.call('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
  archive.postgres = await startPostgres({ dir, port, settings: archive.settings })
  const ready = await eventually(() => letsIn(address), 30_000, 50)
  say(`back at ${moment}, and signed in, in ${seconds(began)}`)
  return ready
}

type Second = Awaited<ReturnType<typeof chooseSecond>>

async function compare({ postgres }: Archive, calls: Calls, { acked, sent }: Second, say: Say) {
  const counts = await storedWrites(postgres.url(database))
  const isStored = (key: string) => counts.record.has(key) && counts.line.has(key)
  const later = [...calls.sent].filter((key) => !sent.has(key))
  const tooLate = later.filter((key) => counts.record.has(key)).length
  say(`${later.length} writes were sent after that second, ${tooLate} of them are there`)
  const stored = [...acked].filter(isStored).length
  const duplicated = [...calls.sent].filter((key) => (counts.record.get(key) ?? 0) > 1).length
  const isSharp = tooLate === 0 && later.length > 0
  const problems = isSharp ? [] : [`${tooLate} of ${later.length} later writes are there`]
  return { acked: acked.size, stored, lost: acked.size - stored, duplicated, problems }
}

/** People write, somebody drops the database, and it is brought back as it was at a second before. */
export const rewoundToASecond: Fault = async ({ random, say }) => {
  if (findOnPath('pgbackrest') === null) throw new Error('pgbackrest is not installed')
  const dir = await mkdtemp(join(tmpdir(), 'ats-faults-second-'))
  const archive = await startArchived(dir)
  const { postgres } = archive
  let api: ChildProcess | undefined
  try {
    await archive.call('stanza-create')
    const product = await prepareProduct(postgres, database, join(dir, 'files'))
    const began = Date.now()
    await archive.call('backup')
    say(`full backup in ${seconds(began)}`)
    const started = await product.startApi()
    api = started.process
    const load = startPeople(started.address, await admit(postgres.url(database), people), random)
    await delay(5000)
    const second = await chooseSecond(archive, load.calls)
    await delay(5000)
    load.during({ name: 'the accident', cutsCalls: true })
    await onDatabase(postgres.url(), `drop database ${database} with (force)`)
    await load.stop()
    const ready = await rewind(archive, second.moment, started.address, say)
    const result = await compare(archive, load.calls, second, say)
    const died = ready && api.exitCode === null ? [] : ['the api did not come back by itself']
    return { ...result, problems: [...result.problems, ...died] }
  } finally {
    if (api !== undefined) await stopProcess(api, 'SIGTERM', 10_000)
    await archive.postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
