import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { eventually, freePort, startGuarded, stopProcess } from '../../scripts/processes.ts'
import { root } from '../../scripts/sources.ts'

const program = "new (require('@20minutes/s3rver'))(JSON.parse(process.argv[1])).run()"

/** An S3 server on loopback with an empty bucket, until the file's tests are over; `dir` is where its objects lie. */
export async function bucketServer() {
  const dir = await mkdtemp(join(tmpdir(), 'ats-bucket-'))
  const port = await freePort()
  const options = {
    port,
    address: '127.0.0.1',
    silent: true,
    directory: dir,
    configureBuckets: [{ name: 'assets' }],
  }
  const server = startGuarded(process.execPath, ['-e', program, JSON.stringify(options)], {
    ...{ onOrphaned: 'KILL', cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  })
  afterAll(async () => {
    await stopProcess(server, 'SIGKILL', 5000)
    await rm(dir, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}/assets`
  const answers = () =>
    fetch(url).then(
      () => true,
      () => false,
    )
  if (!(await eventually(answers, 60_000, 50))) throw new Error('The S3 server does not answer')
  const settings = { url, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }
  return { settings, dir: join(dir, 'assets') }
}
