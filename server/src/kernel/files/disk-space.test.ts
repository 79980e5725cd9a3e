import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { users } from '@ats/contract/identity/users.ts'
import { imports } from '@ats/contract/imports.ts'
import { system } from '@ats/contract/system.ts'
import sharp from 'sharp'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { serveHealth } from '#kernel/http/health.ts'
import { buildApp } from '#server/app.ts'
import { testApp } from '#test/app.ts'
import { run } from '../../../../scripts/processes.ts'
import { hasSpace } from './disk-space.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'ats-full-'))
/** A separate disk, small enough for a test to fill; only root can mount one. */
const isSmall = await run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dataDir]).then(
  () => true,
  () => false,
)
afterAll(async () => {
  if (isSmall) await run('umount', [dataDir])
  await rm(dataDir, { recursive: true, force: true })
})

const t = await testApp({ dataDir })
const admin = await t.person({ role: 'Admin' })
const image = await sharp({
  create: {
    width: 900,
    height: 900,
    channels: 3,
    background: '#888',
    noise: { type: 'gaussian', mean: 128, sigma: 60 },
  },
})
  .png()
  .toBuffer()
const table = Buffer.from(`Asset Name,Asset Tag ID\n${'Chair,T1\n'.repeat(20_000)}`)

const setPicture = () => t.call(admin, users.setMyPicture, { image })
const upload = () => t.call(admin, imports.upload, { query: { fileName: 'chairs.csv' }, file: table })
const ballast = join(dataDir, 'ballast')

async function fill() {
  await writeFile(ballast, Buffer.alloc(8_000_000)).catch(() => undefined)
  onTestFinished(() => rm(ballast, { force: true }))
}

describe.skipIf(!isSmall)('on a full disk', () => {
  test('a picture and an import get a response that says so, and leave nothing behind', async () => {
    await fill()
    for (const send of [setPicture, upload]) {
      const { status, body } = await send()
      expect([status, body.code]).toEqual([507, 'disk-full'])
      expect(body.message).toContain('no space left for files')
    }
    expect((await run('find', [dataDir, '-type', 'f'])).trim()).toBe(ballast)
    await rm(ballast)
    expect((await setPicture()).status).toBe(200)
  })

  test('the process stays ready, since everything else works, and says what is missing', async () => {
    const own = await buildApp({ ...t.config, dataDir })
    onTestFinished(() => own.app.close())
    const server = await serveHealth(
      { host: '127.0.0.1', port: 0 },
      own.registry,
      { running: () => true },
      { space: hasSpace(dataDir) },
    )
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).json()
    expect(await ask()).toEqual({ status: 'ok', checks: { running: 'ok', space: 'ok' } })
    await fill()
    expect(await ask()).toEqual({ status: 'degraded', checks: { running: 'ok', space: 'failed' } })
    expect(await t.call(null, system.ready)).toMatchObject({ status: 200, body: { status: 'degraded' } })
  })
})

test('a folder that is not there yet has space', async () => {
  expect(await hasSpace(join(dataDir, 'nowhere'))()).toBe(true)
})
