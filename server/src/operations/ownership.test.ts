import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../../scripts/processes.ts'
import { machineChecks } from './machine-checks.ts'
import { filesToBucket, filesToDisk } from './restore.ts'

const nobody = { uid: 65534, gid: 65534 }
const parent = await mkdtemp(join(tmpdir(), 'ats-owner-'))
await chmod(parent, 0o755)
afterAll(() => rm(parent, { recursive: true, force: true }))
const dataDir = join(parent, 'data')

beforeEach(async () => {
  await rm(dataDir, { recursive: true, force: true })
  await mkdir(dataDir, { mode: 0o700 })
})

const asNobody = (command: string) =>
  run('sh', ['-c', command], { ...nobody, cwd: '/' }).then(
    (said) => said,
    () => 'failed',
  )

const picture = 'images/0f/one.webp'

async function restoreOne() {
  const target = filesToDisk(dataDir)
  await target.prepare()
  await target.write(picture, Readable.from([Buffer.from('a picture')]))
  await target.ready()
  await target.takePlace()
  await target.discard()
}

const filesCheck = () => {
  const { files } = machineChecks({ dataDir, backups: {} } as Parameters<typeof machineChecks>[0])
  return files?.()
}

describe.skipIf(process.getuid?.() !== 0)('files that root restores', () => {
  test('can be read and replaced by the user whom DATA_DIR belongs to', async () => {
    await chown(dataDir, nobody.uid, nobody.gid)
    await restoreOne()
    expect(await asNobody(`cat ${dataDir}/${picture}`)).toBe('a picture')
    expect(
      await asNobody(`cd ${dataDir} && echo new > images/0f/two.webp && rm -r images && echo done`),
    ).toBe('done\n')
  })

  test('are open to the group where DATA_DIR is, and to nobody else', async () => {
    await chown(dataDir, nobody.uid, nobody.gid)
    await chmod(dataDir, 0o750)
    await restoreOne()
    const modes = [`${dataDir}/${picture}`, `${dataDir}/images/0f`].map(
      async (path) => (await stat(path)).mode,
    )
    expect((await Promise.all(modes)).map((mode) => (mode & 0o777).toString(8))).toEqual(['640', '750'])
  })

  test('need a folder that is there, since root would make one that the service cannot use', async () => {
    await rm(dataDir, { recursive: true })
    await expect(filesToDisk(dataDir).prepare()).rejects.toThrow(/DATA_DIR .* does not exist\. Make it for/)
  })

  test('fail the doctor, who may be root, when their owner cannot read them', async () => {
    await chown(dataDir, nobody.uid, nobody.gid)
    await mkdir(join(dataDir, 'images/0f'), { recursive: true })
    await writeFile(join(dataDir, picture), 'of root', { mode: 0o600 })
    const said = `the owner of ${dataDir} cannot read 1 files, such as ${dataDir}/${picture}`
    expect(await filesCheck()).toMatchObject({ state: 'failed', detail: expect.stringContaining(said) })
    await chown(join(dataDir, picture), nobody.uid, nobody.gid)
    expect(await filesCheck()).toMatchObject({ state: 'ok' })
  })
})

test('the doctor does not make a folder that is missing', async () => {
  await rm(dataDir, { recursive: true })
  expect(await filesCheck()).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('does not exist'),
  })
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
})

test('a bucket needs the folder only for work under way', async () => {
  await rm(dataDir, { recursive: true })
  await filesToBucket({} as Parameters<typeof filesToBucket>[0], dataDir).prepare()
  expect((await stat(dataDir)).isDirectory()).toBe(true)
})
