import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unprivilegedAccount } from './accounts.ts'
import { eventually, findOnPath, freePort, hasExited, run, startGuarded, stopProcess } from './processes.ts'

/** The text that every virus scanner reports; in two parts, so that none reports this file. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD', 'ANTIVIRUS-TEST-FILE!$H+H*'].join('-')

/** Knows this text alone, anywhere in a file, so no database of viruses is needed. */
const signature = `Eicar-Test-Signature:0:*:${Buffer.from(eicar).toString('hex')}\n`

const configuration = (dir: string, port: number) => `
DatabaseDirectory ${dir}
TemporaryDirectory ${dir}
TCPSocket ${port}
TCPAddr 127.0.0.1
Foreground yes
`

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** ClamAV's server on loopback as an unprivileged user, not started yet; undefined if it is not installed. */
export async function newClamd() {
  const program = findOnPath('clamd')
  if (program === null) return undefined
  const dir = await mkdtemp(join(tmpdir(), 'ats-clamd-'))
  const port = await freePort()
  const file = join(dir, 'clamd.conf')
  await writeFile(file, configuration(dir, port))
  await writeFile(join(dir, 'eicar.ndb'), signature)
  const account = await unprivilegedAccount('clamav', 'nobody')
  if (account !== null) await run('chown', ['-R', `${account.uid}:${account.gid}`, dir])
  let server: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals) => {
    if (server !== undefined) await stopProcess(server, signal, 10_000)
  }
  return {
    url: `tcp://127.0.0.1:${port}`,
    async start() {
      const started = startGuarded(program, ['--config-file', file], {
        ...{ onOrphaned: 'KILL', as: account, cwd: dir, stdio: 'ignore' },
      })
      server = started
      await eventually(async () => hasExited(started) || (await accepts(port)), 60_000, 50)
      if (hasExited(started)) throw new Error('clamd ended')
    },
    /** Accepts connections, and does nothing with them until it is thawed. */
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    kill: () => end('SIGKILL'),
    async remove() {
      await end('SIGKILL')
      await rm(dir, { recursive: true, force: true })
    },
  }
}
export type Clamd = NonNullable<Awaited<ReturnType<typeof newClamd>>>
