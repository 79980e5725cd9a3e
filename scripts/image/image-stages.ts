import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { ensureDatabase } from '../postgres/databases.ts'
import { startPostgres } from '../postgres/postgres.ts'
import { run, startGuarded, stopProcess } from '../processes.ts'
import { root } from '../sources.ts'
import { liveThrough } from './container-life.ts'
import { type Dockerfile, readDockerfile, readIgnored, type Stage, type Step } from './dockerfile.ts'
import { type Environment, makeRoles, type Runner, tryInstallation } from './installation.ts'

/**
 * Replays ops/Dockerfile in plain folders and runs the product from the last one: a file missing in the image
 * is missing here too. `npm run image` does the same with a container engine.
 */
const scratch = mkdtempSync(join(tmpdir(), 'ats-stages-'))
const isIgnored = readIgnored()
const folderOf = (stage: string, path: string) => join(scratch, stage, path)

/** Like COPY: a folder's contents, or files into a folder. */
function copy({ from, sources, target }: Extract<Step, { kind: 'copy' }>, stage: Stage) {
  for (const source of sources) {
    const origin = from === null ? join(root, source) : folderOf(from, source)
    const isFolder = statSync(origin).isDirectory()
    const into = folderOf(stage.name, join(stage.folder, target))
    const destination = !isFolder && target.endsWith('/') ? join(into, basename(source)) : into
    const filter = (path: string) => from !== null || !isIgnored(relative(root, path))
    cpSync(origin, destination, { recursive: true, filter, verbatimSymlinks: true })
  }
}

async function runStep(command: string, stage: Stage) {
  if (command === 'install -d -o node -g node /data') return mkdirSync(folderOf(stage.name, '/data'))
  if (!command.startsWith('npm ')) throw new Error(`RUN ${command}: only npm can be replayed in a folder`)
  const began = Date.now()
  await run('sh', ['-c', command], {
    cwd: folderOf(stage.name, stage.folder),
    env: { ...process.env, npm_config_prefer_offline: 'true', npm_config_update_notifier: 'false' },
  })
  console.log(`${stage.name}: ${command}, ${((Date.now() - began) / 1000).toFixed(0)} s`)
}

async function replay(stage: Stage, earlier: Map<string, Promise<void>>) {
  mkdirSync(folderOf(stage.name, stage.folder), { recursive: true })
  for (const step of stage.steps) {
    if (step.kind === 'run') await runStep(step.command, stage)
    else {
      if (step.from !== null) await earlier.get(step.from)
      copy(step, stage)
    }
  }
}

/** Runs the product from the folder of the last stage, with the image's own variables. */
function runnerIn({ env, entrypoint, healthcheck }: Dockerfile, stage: Stage): Runner {
  const home = folderOf(stage.name, '/')
  const own = Object.entries(env).map(([name, value]) => [name, value.replace(/^\//, home)])
  const [, ...flags] = entrypoint
  const options = (more: Environment) => ({
    cwd: folderOf(stage.name, stage.folder),
    env: { PATH: process.env.PATH ?? '', ...(Object.fromEntries(own) as Environment), ...more },
  })
  return {
    finish: (words, more) => run(process.execPath, [...flags, ...words], options(more)),
    start: (words, more) =>
      startGuarded(process.execPath, [...flags, ...words], {
        ...{ ...options(more), onOrphaned: 'KILL', stdio: ['ignore', 'inherit', 'inherit'] },
      }),
    stop: (child) => stopProcess(child, 'SIGTERM', 10_000),
    async isHealthy(more) {
      const child = spawn(process.execPath, healthcheck.slice(1), { ...options(more), stdio: 'ignore' })
      const [code] = await once(child, 'exit')
      return code === 0
    },
  }
}

/** The documented commands of a container's life, on a server of its own. */
async function liveInside(stage: Stage): Promise<string[]> {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(scratch, 'life-'))
  try {
    await ensureDatabase(postgres.url(), 'ats')
    await makeRoles(postgres)
    return await liveThrough(postgres, folderOf(stage.name, stage.folder), folder)
  } finally {
    await postgres.stop()
  }
}

async function main() {
  const began = Date.now()
  const dockerfile = readDockerfile()
  const last = dockerfile.stages.at(-1)
  if (last === undefined) throw new Error('The Dockerfile has no stage')
  const done = new Map<string, Promise<void>>()
  for (const stage of dockerfile.stages) done.set(stage.name, replay(stage, done))
  await Promise.all(done.values())
  const files = readdirSync(folderOf(last.name, last.folder), { recursive: true }).length
  const postgres = await startPostgres()
  try {
    const { seconds } = await tryInstallation(postgres, runnerIn(dockerfile, last))
    const lived = Date.now()
    for (const line of await liveInside(last)) console.log(line)
    console.log(`life: ${((Date.now() - lived) / 1000).toFixed(1)} s`)
    const total = ((Date.now() - began) / 1000).toFixed(0)
    console.log(
      `stages: ${files} files; migrated, up and signed in after ${seconds.toFixed(1)} s; ${total} s in all`,
    )
  } finally {
    await postgres.stop()
  }
}

try {
  await main()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
