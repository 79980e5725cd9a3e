import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { onDatabase } from '../postgres/databases.ts'
import { answersAt, eventually } from '../processes.ts'
import { type Machine, readDockerfile } from './dockerfile.ts'

/**
 * `docker compose` where there is no engine: reads ops/compose.yaml and ops/.env of the folder it is called in, and starts
 * the same programs with the same settings, from folders instead of images. Everything else is an error.
 */
const machine = JSON.parse(readFileSync(process.env.STAND_IN ?? '', 'utf8')) as Machine
type Service = { image: string; command?: string[]; environment: Record<string, string>; volumes?: string[] }

const settings = Object.fromEntries(
  [...readFileSync('ops/.env', 'utf8').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]),
)

/** `${NAME}`, `${NAME:-other}` and `${NAME:?complaint}`, as Compose has them. */
const filledIn = (text: string) =>
  text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind = '-', other = '') => {
    const value = settings[name] ?? ''
    if (value === '' && kind === '?') throw new Error(`${name} is not set: ${other}`)
    return value === '' ? other : value
  })

function service(name: string): Service {
  const { services } = parse(readFileSync('ops/compose.yaml', 'utf8'), { merge: true }) as {
    services: Record<string, Service | undefined>
  }
  const found = services[name]
  if (found === undefined) throw new Error(`no such service: ${name}`)
  return found
}

/** Where a volume of a service lies: `files:/data` below the machine's own folder, a folder of the host as it is. */
function placed(mounts: readonly string[]): [inside: string, outside: string][] {
  return mounts.map((mount) => {
    const [outside = '', inside = ''] = filledIn(mount).split(':')
    return [inside, outside.startsWith('/') ? outside : join(machine.state, outside)]
  })
}

/** What the container would get: the variables of the image, then those of the service, with the places of this machine. */
function environmentOf(name: string): Record<string, string> {
  const { environment, volumes = [] } = service(name)
  const folders = placed(volumes)
  const own = { ...(name === 'tools' || name === 'migrate' ? {} : readDockerfile().env), ...environment }
  const values = Object.entries(own).map(([variable, text]) => {
    const value = filledIn(text).replace('@postgres:5432/', `@127.0.0.1:${machine.postgresPort}/`)
    return [variable, folders.find(([inside]) => inside === value)?.[1] ?? value]
  })
  const here = { ...Object.fromEntries(values), ...machine.variables[name] } as Record<string, string>
  const { PATH = '', ATS_PASSWORD = '', NODE_COMPILE_CACHE = '' } = process.env
  return { PATH, ATS_PASSWORD, NODE_COMPILE_CACHE, ...here }
}

function folderOf(name: string): string {
  const [, version = ''] = filledIn(service(name).image).split(':')
  const folder = machine.releases[version]
  if (folder === undefined) throw new Error(`there is no image of version ${version}`)
  return folder
}

async function finish(command: string, args: readonly string[], name: string) {
  for (const [, outside] of placed(service(name).volumes ?? [])) mkdirSync(outside, { recursive: true })
  const inPostgres = { PATH: process.env.PATH ?? '', PGHOST: '127.0.0.1', PGPORT: `${machine.postgresPort}` }
  const options =
    name === 'postgres' ? { env: inPostgres } : { cwd: folderOf(name), env: environmentOf(name) }
  const child = spawn(command, args, { ...options, stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  if (code !== 0) process.exit(code ?? 1)
}

const [, ...flags] = readDockerfile().entrypoint
const product = (name: string, words: readonly string[]) =>
  finish(process.execPath, [...flags, ...words], name)

const pidFile = (name: string) => join(machine.state, `${name}.pid`)
const isRunning = (pid: number) => existsSync(`/proc/${pid}`)

async function stop(name: string) {
  if (!existsSync(pidFile(name))) return
  const pid = Number(readFileSync(pidFile(name), 'utf8'))
  if (isRunning(pid)) process.kill(pid, 'SIGTERM')
  if (!(await eventually(() => !isRunning(pid), 45_000, 50))) throw new Error(`${name} does not stop`)
  rmSync(pidFile(name))
}

/** Replaces the process that runs, as `up` does with a service whose image or settings changed. */
async function start(name: string) {
  await stop(name)
  for (const [, outside] of placed(service(name).volumes ?? [])) mkdirSync(outside, { recursive: true })
  const out = openSync(join(machine.state, `${name}.log`), 'a')
  const env = environmentOf(name)
  const child = spawn(process.execPath, [...flags, ...(service(name).command ?? ['api'])], {
    ...{ cwd: folderOf(name), env, detached: true, stdio: ['ignore', out, out] },
  })
  writeFileSync(pidFile(name), `${child.pid}`)
  child.unref()
  const isReady = () => answersAt(`http://127.0.0.1:${env.METRICS_PORT}/readyz`)
  if (!(await eventually(isReady, 60_000, 100))) throw new Error(`${name} does not get healthy`)
}

async function up(words: readonly string[]) {
  const names = words.filter((word) => !word.startsWith('-'))
  if (!words.includes('--no-deps')) await product('migrate', ['migrate'])
  await Promise.all((names.length > 0 ? names : ['api', 'worker']).map(start))
}

async function down(words: readonly string[]) {
  await Promise.all(['api', 'worker'].map(stop))
  if (!words.includes('--volumes')) return
  await onDatabase(machine.serverUrl, 'drop database ats with (force)')
  await onDatabase(machine.serverUrl, 'create database ats')
  rmSync(join(machine.state, 'files'), { recursive: true, force: true })
}

const commands: Record<string, (words: string[]) => Promise<void>> = {
  up: (words) => up(words.filter((word) => word !== '-d')),
  down,
  build: async () => ['api', 'worker', 'migrate', 'tools'].forEach(folderOf),
  run: ([first, name = '', ...words]) => {
    if (first !== '--rm') throw new Error('run without --rm leaves a container behind')
    return product(name, words)
  },
  exec: ([first = '', ...rest]) => {
    const [name = '', command = '', ...args] = first === '-T' ? rest : [first, ...rest]
    return finish(command === 'node' ? process.execPath : command, args, name)
  },
}

const [compose, option, file, ...rest] = process.argv.slice(2)
if (compose !== 'compose' || option !== '-f' || file !== 'ops/compose.yaml')
  throw new Error('only docker compose -f ops/compose.yaml')
const [word = '', ...words] = rest[0] === '--profile' ? rest.slice(2) : rest
const command = commands[word]
if (command === undefined) throw new Error(`docker compose ${word} is not known here`)
await command(words)
