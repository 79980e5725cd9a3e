import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { ensureDatabase, onDatabase } from '../postgres/databases.ts'
import type { Postgres } from '../postgres/postgres.ts'
import { eventually, freePort, hasExited, run } from '../processes.ts'
import { root } from '../sources.ts'

export type Environment = Record<string, string>

/** A way to run the product's command line: from an image or from a folder. */
export type Runner = {
  /** Runs a command to its end and returns its output. */
  finish(words: string[], env: Environment): Promise<string>
  start(words: string[], env: Environment): ChildProcess
  stop(process: ChildProcess): Promise<void>
  /** The image's health check of a process. */
  isHealthy(env: Environment): Promise<boolean>
}

const administrator = { email: 'first.admin@example.com', password: randomBytes(12).toString('hex') }

/**
 * Installs the product as docs/run/install.md says: the owner migrates, API and worker connect as the
 * restricted role, then an administrator is created and signs in. Returns how long that took.
 */
export async function tryInstallation(postgres: Postgres, runner: Runner): Promise<{ seconds: number }> {
  const began = Date.now()
  await ensureDatabase(postgres.url(), 'ats')
  await makeRoles(postgres)
  await runner.finish(['migrate'], { DATABASE_URL: postgres.url('ats') })
  const [port, apiHealth, workerHealth] = [await freePort(), await freePort(), await freePort()]
  const address = `http://127.0.0.1:${port}`
  const program = new URL(postgres.url('ats'))
  program.username = 'ats_app'
  const shared = {
    ...{ DATABASE_URL: program.href, SECRET: randomBytes(32).toString('hex'), ORIGIN: address },
    ...{ HOST: '127.0.0.1', PORT: `${port}`, METRICS_HOST: '127.0.0.1', LOG_LEVEL: 'warn' },
  }
  const envOf = {
    api: { ...shared, METRICS_PORT: `${apiHealth}` },
    worker: { ...shared, METRICS_PORT: `${workerHealth}` },
  }
  const { email, password } = administrator
  const create = ['admin', 'create', '--name', 'First Admin', '--email', email]
  await runner.finish(create, { ...envOf.api, ATS_PASSWORD: password })
  const running = Object.entries(envOf).map(([part, env]) => ({
    part,
    env,
    child: runner.start([part], env),
  }))
  try {
    for (const { part, env, child } of running) {
      const healthy = await eventually(
        async () => hasExited(child) || (await runner.isHealthy(env)),
        60_000,
        200,
      )
      if (!healthy || hasExited(child)) throw new Error(`The ${part} does not get healthy`)
    }
    await signInAndLook(address)
    return { seconds: (Date.now() - began) / 1000 }
  } finally {
    for (const { child } of running) await runner.stop(child)
  }
}

/** Uses the very script that the postgres image runs, if there is a psql for it. */
export async function makeRoles({ bin, port, url }: Postgres) {
  if (bin === null) return void (await onDatabase(url('ats'), 'create role ats_app login'))
  await run('bash', ['ops/init-roles.sh'], {
    cwd: root,
    env: {
      ...{ PATH: `${bin}:${process.env.PATH}`, PGHOST: '127.0.0.1', PGPORT: `${port}` },
      ...{ POSTGRES_USER: 'ats', POSTGRES_DB: 'ats', APP_PASSWORD: randomBytes(12).toString('hex') },
    },
  })
}

async function signInAndLook(address: string) {
  const login = await fetch(`${address}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  if (!login.ok) throw new Error(`The sign-in answered ${login.status}: ${await login.text()}`)
  const page = await fetch(`${address}/login`)
  const text = await page.text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(text)?.[1]
  if (!page.ok || script === undefined) throw new Error(`The web app answered ${page.status}: ${text}`)
  const { status } = await fetch(`${address}${script}`)
  if (status !== 200) throw new Error(`${script} answered ${status}`)
}
