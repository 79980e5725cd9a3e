import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { type BucketSettings, openBucket } from '../../server/src/kernel/files/bucket.ts'
import { isReachable, unprivilegedAccount } from '../accounts.ts'
import { eventually, freePort, hasExited, run, startGuarded, stopProcess, type User } from '../processes.ts'
import {
  accessKey,
  makeRings,
  type Part,
  parts,
  region,
  runProgram,
  secretKey,
  settingsFile,
  writeSwiftFiles,
} from './swift-files.ts'
import { findSwift, type SwiftPrograms } from './swift-programs.ts'

export type Swift = {
  /** Settings of an empty bucket. */
  settings: BucketSettings
  /** Kills the server that clients connect to immediately, as a power cut does. */
  killProxy(): Promise<void>
  /** At the same address as before. */
  startProxy(): Promise<void>
  stop(): Promise<void>
}

type Site = {
  programs: SwiftPrograms
  dir: string
  user: User | null
  bypassPaths: boolean
  ports: Record<Part, number>
}

const bucketName = 'assets'

/** OpenStack Swift that only this machine can reach: four servers, whose folder is deleted on stop. */
export async function startSwift(): Promise<Swift> {
  const programs = await findSwift()
  if (programs === null)
    throw new Error('OpenStack Swift is not installed, and could not be fetched from Debian')
  const site = await prepareSite(programs)
  const servers = new Map<Part, ChildProcess>()
  const stop = async () => {
    await Promise.all([...servers.values()].map((server) => stopProcess(server, 'SIGKILL', 5000)))
    await rm(site.dir, { recursive: true, force: true, maxRetries: 5 })
  }
  const startProxy = async () => void servers.set('proxy', await launch(site, 'proxy'))
  try {
    await Promise.all(parts.map(async (part) => servers.set(part, await launch(site, part))))
    const settings = await makeBucket(`http://127.0.0.1:${site.ports.proxy}`)
    const killProxy = async () => {
      const proxy = servers.get('proxy')
      if (proxy) await stopProcess(proxy, 'SIGKILL', 5000)
    }
    return { settings, startProxy, stop, killProxy }
  } catch (error) {
    await stop()
    throw error
  }
}

async function prepareSite(programs: SwiftPrograms): Promise<Site> {
  const dir = await mkdtemp(join(tmpdir(), 'ats-swift-'))
  const account = await unprivilegedAccount('nobody')
  const [object, container, accounts, proxy] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ])
  const ports = { object, container, account: accounts, proxy }
  await writeSwiftFiles(dir, ports, account?.name ?? userInfo().username)
  const rings = ['account', 'container', 'object'] as const
  await run(programs.python, ['-c', makeRings, dir, ...rings.flatMap((ring) => [ring, `${ports[ring]}`])], {
    env: programs.env,
  })
  if (account) await run('chown', ['-R', `${account.uid}:${account.gid}`, dir])
  const bypassPaths = account !== null && !(await isReachable(account, [dir, programs.folder]))
  return { programs, dir, user: account, bypassPaths, ports }
}

async function launch({ programs, dir, user, bypassPaths, ports }: Site, part: Part): Promise<ChildProcess> {
  const program = join(programs.folder, `usr/bin/swift-${part}-server`)
  const logFile = join(dir, `${part}.log`)
  const log = openSync(logFile, 'a')
  const server = startGuarded(
    programs.python,
    ['-c', runProgram, dir, program, settingsFile(dir, part), '-v'],
    {
      ...{
        onOrphaned: 'KILL',
        as: user,
        bypassPaths,
        cwd: '/',
        env: programs.env,
        stdio: ['ignore', log, log],
      },
    },
  )
  closeSync(log)
  const address = `http://127.0.0.1:${ports[part]}/healthcheck`
  const answers = () =>
    fetch(address).then(
      () => true,
      () => false,
    )
  await eventually(async () => hasExited(server) || (await answers()), 60_000, 50)
  if (!hasExited(server)) return server
  throw new Error(`swift-${part}-server ended\n${await readFile(logFile, 'utf8')}`)
}

/** A bucket is created by a PUT of its name, like an object in a bucket. */
async function makeBucket(server: string): Promise<BucketSettings> {
  const keys = { accessKeyId: accessKey, secretAccessKey: secretKey, region }
  await openBucket({ ...keys, url: server }).put(bucketName, new Uint8Array())
  return { ...keys, url: `${server}/${bucketName}` }
}

if (import.meta.main) {
  const { settings, stop } = await startSwift()
  console.log(`S3_URL=${settings.url}
S3_ACCESS_KEY_ID=${settings.accessKeyId}
S3_SECRET_ACCESS_KEY=${settings.secretAccessKey}
S3_REGION=${settings.region}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)))
  await new Promise(() => {})
}
