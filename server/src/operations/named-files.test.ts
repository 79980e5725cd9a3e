import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { onDatabase } from '../../../scripts/postgres/databases.ts'
import { backUp } from './backup.ts'
import { type FileSource, filesOnDisk } from './backup-files.ts'
import { postgresTool } from './postgres-tools.ts'

const t = await testApp()
const { dataDir } = t.config
const folder = await mkdtemp(join(tmpdir(), 'ats-named-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const [{ major } = { major: 0 }] = await onDatabase<{ major: number }>(
  t.ownerUrl,
  `select current_setting('server_version_num')::int / 10000 as major`,
)
const hasTools = await postgresTool('pg_dump', major).then(
  () => true,
  () => false,
)

const plan = { databaseUrl: t.ownerUrl, source: filesOnDisk(dataDir), folder }
const person = await t.person()
const namePicture = (name: string | null) =>
  t.asOwner(`update users set picture = ${name === null ? 'null' : `'${name}'`} where id = '${person.id}'`)
const pathOf = (name: string) => join(dataDir, 'images', name.slice(0, 2), name)
const kept = async () => (await readdir(folder)).sort()

describe.skipIf(!hasTools)('a backup', () => {
  test('fails when a file is missing that a row names, and removes no older one', async () => {
    const picture = await t.store.put(Buffer.from('a picture'), 'webp')
    await namePicture(picture)
    const { folder: first } = await backUp(plan)
    await rename(pathOf(picture), `${pathOf(picture)}.hidden`)
    const example = `images/${picture.slice(0, 2)}/${picture}`
    await expect(backUp({ ...plan, keep: 1 })).rejects.toThrow(
      `1 files that the database names are missing from DATA_DIR ${dataDir}, such as ${example}.`,
    )
    expect(await kept()).toEqual([
      first.slice(folder.length + 1),
      expect.stringMatching(/^[\dT-]+\.incomplete$/),
    ])
    const accepted = await backUp({ ...plan, keep: 1, allowMissing: 1 })
    expect(await kept()).toEqual([accepted.folder.slice(folder.length + 1)])
    expect(JSON.parse(await readFile(join(accepted.folder, 'manifest.json'), 'utf8')).files.missing).toBe(1)
    await rename(`${pathOf(picture)}.hidden`, pathOf(picture))
  })

  test('goes on when a file goes with its row in the meantime', async () => {
    const picture = await t.store.put(Buffer.from('a picture'), 'webp')
    await namePicture(picture)
    const source: FileSource = {
      ...plan.source,
      async read(name) {
        if (!name.endsWith(picture)) return plan.source.read(name)
        await rm(pathOf(picture), { force: true })
        await namePicture(null)
        return undefined
      },
    }
    expect(await backUp({ ...plan, source })).toMatchObject({ removed: [] })
  })

  test('has a file, too, that was stored after the folders were read', async () => {
    const source: FileSource = {
      ...plan.source,
      async *names() {
        yield* plan.source.names()
        await namePicture(await t.store.put(Buffer.from('the latest'), 'webp'))
      },
    }
    const before = (await backUp(plan)).files
    expect((await backUp({ ...plan, source })).files).toBe(before + 1)
  })

  test('fails where DATA_DIR is missing', async () => {
    const source = filesOnDisk(join(dataDir, 'nowhere'))
    await expect(backUp({ ...plan, source })).rejects.toThrow('nowhere does not exist')
  })
})
