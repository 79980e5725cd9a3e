import { readFile } from 'node:fs/promises'
import { run, type User } from './processes.ts'

/** The first of these accounts that exists, for servers that must not run as root; null if we are not root. */
export async function unprivilegedAccount(...names: string[]): Promise<(User & { name: string }) | null> {
  if (process.getuid?.() !== 0) return null
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const name of names) {
    const account = accounts.find((fields) => fields[0] === name)
    if (account) return { name, uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new Error(`A server needs an unprivileged account to run as: ${names.join(' or ')}`)
}

/** Whether a user can enter these folders, which may be below a closed one such as /root. */
export async function isReachable({ uid, gid }: User, paths: string[]): Promise<boolean> {
  const checks = paths.map((path) => run('test', ['-x', path], { uid, gid, cwd: '/' }))
  return (await Promise.allSettled(checks)).every(({ status }) => status === 'fulfilled')
}
