import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { newClient } from '#kernel/db/connection.ts'
import { testApp } from '#test/app.ts'
import { onDatabase } from '../../../scripts/postgres/databases.ts'
import { run } from '../../../scripts/processes.ts'
import { backUp } from './backup.ts'
import { filesOnDisk } from './backup-files.ts'
import { postgresTool } from './postgres-tools.ts'
import { filesToDisk, restore } from './restore.ts'

const t = await testApp()
const parent = await mkdtemp(join(tmpdir(), 'ats-others-'))
await chmod(parent, 0o755)
afterAll(() => rm(parent, { recursive: true, force: true }))

const [{ major } = { major: 0 }] = await onDatabase<{ major: number }>(
  t.ownerUrl,
  `select current_setting('server_version_num')::int / 10000 as major`,
)
const hasTools = await postgresTool('pg_dump', major).then(
  () => true,
  () => false,
)

const nobody = { uid: 65534, gid: 65534 }
const plan = { databaseUrl: t.ownerUrl, source: filesOnDisk(t.config.dataDir), dataDir: t.config.dataDir }

describe.skipIf(!hasTools || process.getuid?.() !== 0)('a backup that root makes', () => {
  test('belongs to the owner of the folder, who can remove it', async () => {
    const folder = join(parent, 'given')
    await mkdir(folder, { mode: 0o700 })
    await chown(folder, nobody.uid, nobody.gid)
    const made = await backUp({ ...plan, folder })
    expect(
      await run('sh', ['-c', `cat ${made.folder}/manifest.json | wc -l`], { ...nobody, cwd: '/' }),
    ).toMatch(/\d\d/)
    await run('rm', ['-r', made.folder], { ...nobody, cwd: '/' })
  })

  test('makes a folder that is new for the owner of DATA_DIR', async () => {
    await chown(t.config.dataDir, nobody.uid, nobody.gid)
    const folder = join(parent, 'new')
    await backUp({ ...plan, folder })
    expect((await stat(folder)).uid).toBe(nobody.uid)
  })
})

/** The owner of the database without superuser rights, as the installation guide creates it. */
async function plainOwner() {
  const name = `plain_${Math.random().toString(36).slice(2, 8)}`
  const database = new URL(t.ownerUrl).pathname.slice(1)
  await t.asOwner(
    `create role ${name} login createdb`,
    `grant ats_app to ${name}`,
    `alter database ${database} owner to ${name}`,
  )
  onTestFinished(async () => {
    await t.asOwner(`reassign owned by ${name} to ats`, `drop owned by ${name}`, `drop role ${name}`)
  })
  const url = new URL(t.ownerUrl)
  url.username = name
  return url.href
}

test.skipIf(!hasTools)('a session that may not be ended is named before a restore begins', async () => {
  const { folder } = await backUp({ ...plan, folder: join(parent, 'sessions') })
  const databaseUrl = await plainOwner()
  const superuser = newClient(t.ownerUrl, 'psql')
  await superuser.connect()
  const target = filesToDisk(t.config.dataDir)
  let written = 0
  const counting = {
    ...target,
    write: (...of: Parameters<typeof target.write>) => {
      written += 1
      return target.write(...of)
    },
  }
  const restoring = () => restore({ folder, databaseUrl, target: counting, verify: false, drill: false })
  await expect(restoring()).rejects.toThrow(
    /Sessions are open on \w+ that this database user may not end: ats \(psql, process \d+\)\. Close them/,
  )
  expect(written).toBe(0)
  await superuser.end()
  const report = await restoring()
  const server = new URL(t.ownerUrl)
  server.pathname = '/postgres'
  await onDatabase(server.href, `drop database ${report.formerDatabase}`)
})
