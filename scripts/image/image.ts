import type { ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../postgres/postgres.ts'
import { answersAt, eventually, findOnPath, hasExited, run, startGuarded } from '../processes.ts'
import { root } from '../sources.ts'
import { makeBaseImage } from './base-image.ts'
import { readDockerfile } from './dockerfile.ts'
import { type Environment, type Runner, tryInstallation } from './installation.ts'

/**
 * Builds the image and installs the product from it: PostgreSQL next to it, migrate, an administrator, API
 * and worker, and a sign-in. Uses docker if its daemon responds, otherwise buildah. `--base local` makes the
 * base image from this machine's Debian mirror instead of a registry (buildah only, as root).
 */
const { values } = parseArgs({ options: { base: { type: 'string', default: 'registry' } } })
const dockerfile = readDockerfile()
const tag = 'localhost/ats:tried'
const scratch = mkdtempSync(join(tmpdir(), 'ats-image-'))
const data = mkdtempSync(join(tmpdir(), 'ats-image-data-'))
const nodeUser = 1000
/** Its modification time is that of the image. */
const stamp = join(scratch, 'built')

type Engine = {
  build(): Promise<void>
  bytes(): Promise<number>
  runner: Runner
  /** Files that the product wrote outside /data and /tmp, where a read-only file system would fail. */
  written(): Promise<string>
  clear(): Promise<void>
}

const variables = (env: Environment) =>
  Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
const seconds = (began: number) => ((Date.now() - began) / 1000).toFixed(0)

function docker(): Engine {
  const files = ['--volume', `${data}:/data`]
  const hardened = [
    '--read-only',
    '--tmpfs',
    '/tmp',
    '--cap-drop',
    'ALL',
    '--security-opt',
    'no-new-privileges',
  ]
  const words = (env: Environment) => [
    'run',
    '--rm',
    '--network',
    'host',
    ...hardened,
    ...files,
    ...variables(env),
  ]
  const names = new Map<ChildProcess, string>()
  return {
    build: async () =>
      void (await run('docker', ['build', '-f', 'ops/Dockerfile', '-t', tag, '.'], { cwd: root })),
    bytes: async () => Number(await run('docker', ['image', 'inspect', '--format', '{{.Size}}', tag])),
    runner: {
      finish: (args, env) => run('docker', [...words(env), tag, ...args]),
      start(args, env) {
        const name = `ats-tried-${args[0]}-${process.pid}`
        const child = startGuarded('docker', [...words(env), '--name', name, tag, ...args], {
          ...{ onOrphaned: 'TERM', stdio: ['ignore', 'inherit', 'inherit'] },
        })
        names.set(child, name)
        return child
      },
      stop: async (child) => void (await run('docker', ['stop', names.get(child) ?? ''])),
      isHealthy: (env) => answers(env),
    },
    written: async () => '',
    clear: async () => void (await run('docker', ['image', 'rm', '--force', tag])),
  }
}

const answers = (env: Environment) => answersAt(`http://127.0.0.1:${env.METRICS_PORT}/readyz`)

/** Without a daemon and without namespaces: every step runs in a chroot with separate storage. */
function buildah(): Engine {
  const storage = [
    '--root',
    join(scratch, 'storage'),
    '--runroot',
    join(scratch, 'run'),
    '--storage-driver',
    'vfs',
  ]
  const call = (...words: string[]) =>
    run('buildah', [...storage, ...words], { env: { ...process.env, BUILDAH_ISOLATION: 'chroot' } })
  const settings = join(homedir(), '.npmrc')
  const volumes = existsSync(settings) ? ['--volume', `${settings}:/root/.npmrc:ro`] : []
  const container = 'ats-tried'
  const words = (env: Environment) => [
    ...[...storage, 'run', '--isolation', 'chroot', '--cap-drop', 'all', '--user', dockerfile.user],
    ...['--volume', `${data}:/data`, ...variables(env), container, '--'],
  ]
  return {
    async build() {
      if (values.base === 'local') {
        const began = Date.now()
        await makeBaseImage(call, `docker.io/library/${dockerfile.base}`, scratch)
        console.log(`base: ${dockerfile.base} made here, ${seconds(began)} s`)
      }
      const pull = values.base === 'local' ? '--pull=never' : '--pull'
      const ignored = ['--ignorefile', 'ops/Dockerfile.dockerignore']
      const recipe = ['--format', 'docker', ...ignored, ...volumes, '-f', 'ops/Dockerfile', '-t', tag, root]
      await call('bud', pull, ...recipe)
      await call('from', '--pull=never', '--name', container, tag)
      writeFileSync(stamp, '')
    },
    async bytes() {
      const folder = (await call('mount', container)).trim()
      return Number((await run('du', ['-sb', folder])).split('\t')[0])
    },
    runner: {
      finish: (args, env) => run('buildah', [...words(env), ...dockerfile.entrypoint, ...args]),
      start: (args, env) =>
        startGuarded('buildah', [...words(env), ...dockerfile.entrypoint, ...args], {
          ...{ onOrphaned: 'TERM', stdio: ['ignore', 'inherit', 'inherit'] },
        }),
      stop: stopGroup,
      isHealthy: (env) =>
        run('buildah', [...words(env), ...dockerfile.healthcheck]).then(
          () => true,
          () => false,
        ),
    },
    async written() {
      const folder = (await call('mount', container)).trim()
      const young = ['-user', `${nodeUser}`, '-newer', stamp, '-type', 'f']
      return run('find', [folder, ...young, '-not', '-path', `${folder}/tmp/*`])
    },
    clear: async () => void (await call('rm', container)),
  }
}

/** Buildah does not forward signals, so the whole process group gets them. */
async function stopGroup(child: ChildProcess) {
  if (hasExited(child) || child.pid === undefined) return
  process.kill(-child.pid, 'SIGTERM')
  if (!(await eventually(() => hasExited(child), 15_000))) process.kill(-child.pid, 'SIGKILL')
}

async function engine(): Promise<Engine> {
  const daemon = findOnPath('docker') && (await run('docker', ['info']).catch(() => null))
  if (daemon && values.base !== 'local') return docker()
  if (findOnPath('buildah')) return buildah()
  throw new Error('Neither a docker daemon nor buildah is here')
}

async function main({ build, bytes, runner, written, clear }: Engine) {
  const began = Date.now()
  await build()
  console.log(`image: ${((await bytes()) / 1e6).toFixed(0)} MB, built in ${seconds(began)} s`)
  chownSync(data, nodeUser, nodeUser)
  const postgres = await startPostgres()
  try {
    const tried = await tryInstallation(postgres, runner)
    const strays = await written()
    if (strays !== '') throw new Error(`A read-only file system would refuse:\n${strays}`)
    console.log(
      `image: migrated, up, healthy and signed in after ${tried.seconds.toFixed(1)} s; ${seconds(began)} s in all`,
    )
  } finally {
    await postgres.stop()
    await clear()
  }
}

try {
  await main(await engine())
} finally {
  for (const folder of [scratch, data]) rmSync(folder, { recursive: true, force: true })
}
