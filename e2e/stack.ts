import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startGuarded, stopProcess } from '../scripts/processes.ts'
import { chromiumPath } from './support/chromium.ts'
import { startMailServer } from './support/mailbox.ts'

if (chromiumPath() === undefined)
  throw new Error('There is no chromium on the PATH; install it, or name it in CHROMIUM')

/**
 * The demo as anyone runs it, but without assets, because each story creates its own; in its own folder and
 * with a mail server. Prints the addresses of both on one line.
 */
const folder = await mkdtemp(join(tmpdir(), 'ats-e2e-'))
const letters = join(folder, 'letters')
const mail = await startMailServer(letters)

const demo = startGuarded(process.execPath, [join(import.meta.dirname, '../scripts/demo/demo.ts')], {
  onOrphaned: 'TERM',
  env: {
    ...process.env,
    ...{ DEMO_DIR: join(folder, 'demo'), DEMO_ASSETS: '0', DEMO_UNSYNCED: 'true' },
    ...{ SMTP_URL: mail.url, PORT: '' },
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stopProcess(demo, 'SIGTERM', 20_000))

if (demo.stdout)
  createInterface(demo.stdout).on('line', (line) => {
    const address = /^ready (\S+)/.exec(line)?.[1]
    if (address !== undefined) console.log(`stories ${address} ${letters}`)
  })

const [code] = await once(demo, 'exit')
await mail.stop()
await rm(folder, { recursive: true, force: true, maxRetries: 5 })
process.exit(code ?? 1)
