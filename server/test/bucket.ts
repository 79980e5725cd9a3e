import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, test } from 'vitest'
import type { BucketSettings } from '#kernel/files/bucket.ts'
import { eventually, freePort, startGuarded, stopProcess } from '../../scripts/processes.ts'
import { root } from '../../scripts/sources.ts'
import { type Swift, startSwift } from '../../scripts/swift/swift.ts'
import { knownSwift } from '../../scripts/swift/swift-programs.ts'

export type BucketServer = { settings: BucketSettings; swift?: Swift }

/**
 * Runs the same tests on each available S3 server, each with its own bucket. Checks that s3rver does not make
 * are tested on Swift only.
 */
export async function onBucketServers(tests: (server: BucketServer) => void | Promise<void>) {
  const s3rver = await startS3rver()
  describe('on s3rver', () => tests(s3rver))
  if (knownSwift() === null)
    return test.skip("on OpenStack Swift, which is not here: 'node scripts/swift/swift.ts' fetches it", () => {})
  const swift = await startSwift()
  afterAll(() => swift.stop())
  describe('on OpenStack Swift', () => tests({ settings: swift.settings, swift }))
}

const program = "new (require('@20minutes/s3rver'))(JSON.parse(process.argv[1])).run()"

async function startS3rver(): Promise<BucketServer> {
  const directory = await mkdtemp(join(tmpdir(), 'ats-bucket-'))
  const port = await freePort()
  const options = {
    ...{ port, address: '127.0.0.1', silent: true, directory },
    configureBuckets: [{ name: 'assets' }],
  }
  const server = startGuarded(process.execPath, ['-e', program, JSON.stringify(options)], {
    ...{ onOrphaned: 'KILL', cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  })
  afterAll(async () => {
    await stopProcess(server, 'SIGKILL', 5000)
    await rm(directory, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}/assets`
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  if (!(await eventually(answers, 60_000, 50))) throw new Error('The S3 server does not answer')
  return { settings: { url, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' } }
}
