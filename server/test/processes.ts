import type { ChildProcess } from 'node:child_process'
import { onTestFinished } from 'vitest'
import {
  answersAt,
  eventually,
  freePort,
  hasExited,
  startGuarded,
  stopProcess,
} from '../../scripts/processes.ts'
import { root } from '../../scripts/sources.ts'
import type { TestApp } from './app.ts'

/** A real process of the product next to the test's own process: ending it does not end the test. */
export function startPart(
  part: 'api' | 'worker' | 'all',
  t: TestApp,
  more: Record<string, string> = {},
): ChildProcess {
  const { databaseUrl, dataDir, secret, origin } = t.config
  const own = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET: secret,
    ORIGIN: origin,
    LOG_LEVEL: 'silent',
  }
  const child = startGuarded(process.execPath, ['server/src/main.ts', part], {
    onOrphaned: 'KILL',
    cwd: root,
    env: { ...process.env, ...own, ...more },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => stopProcess(child, 'SIGKILL', 5000))
  return child
}

export async function startApi(t: TestApp, more: Record<string, string> = {}) {
  const port = await freePort()
  const process = startPart('api', t, { ...more, PORT: `${port}` })
  const address = `http://127.0.0.1:${port}`
  const answers = () => answersAt(`${address}/livez`)
  await eventually(async () => hasExited(process) || (await answers()), 20_000, 50)
  return { address, port, process, isAlive: () => !hasExited(process) }
}
