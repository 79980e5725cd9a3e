import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cacheOf, fetchPackages } from '../debian-packages.ts'
import { eventually, findOnPath, freePort, hasExited, run, startGuarded, stopProcess } from '../processes.ts'
import { makeAuthority } from './certificates.ts'
import { base, ldifOf, type Size } from './people.ts'

type Program = { command: string; add: string; env: NodeJS.ProcessEnv; modules: string; schemas: string }

const packages = [
  ...['slapd', 'libldap-2.5-0', 'libsasl2-2', 'libltdl7', 'libodbc2', 'libwrap0'],
  ...['libnsl2', 'libtirpc3', 'libtirpc-common'],
]

/** Below the root of a Debian: of this machine or of fetched packages. */
function programIn(root: string): Program {
  const libraries = { LD_LIBRARY_PATH: join(root, 'usr/lib/x86_64-linux-gnu') }
  return {
    command: join(root, 'usr/sbin/slapd'),
    add: join(root, 'usr/sbin/slapadd'),
    env: { ...process.env, ...(root !== '/' && libraries) },
    modules: join(root, 'usr/lib/ldap'),
    schemas: join(root, 'etc/ldap/schema'),
  }
}

/** OpenLDAP's server of this machine, or fetched once from Debian 12 without installing it. */
async function findSlapd(): Promise<Program> {
  if (findOnPath('slapd') === '/usr/sbin/slapd') return programIn('/')
  if (!existsSync(cacheOf('slapd'))) await fetchPackages('slapd', 'bookworm', packages)
  return programIn(cacheOf('slapd'))
}

const configuration = ({ modules, schemas }: Program, dir: string, tls: Record<string, string>) => `
include ${schemas}/core.schema
include ${schemas}/cosine.schema
include ${schemas}/inetorgperson.schema
modulepath ${modules}
moduleload back_mdb
moduleload memberof
moduleload ppolicy
TLSCACertificateFile ${tls.authority}
TLSCertificateFile ${tls.cert}
TLSCertificateKeyFile ${tls.key}
pidfile ${dir}/slapd.pid
database mdb
maxsize 1073741824
sizelimit 5000
dbnosync
suffix ${base}
rootdn cn=root,${base}
rootpw root
directory ${dir}/data
index objectClass,uid,mail,member eq
overlay memberof
overlay ppolicy
ppolicy_default cn=policy,${base}
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
`

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** OpenLDAP on loopback with generated people and groups, in a folder that `remove` deletes. */
export async function newSlapd(size: Size) {
  const program = await findSlapd()
  const dir = await mkdtemp(join(tmpdir(), 'ats-ldap-'))
  const authority = await makeAuthority(dir)
  const certificate = await authority.issue('server', 'IP:127.0.0.1')
  const [port, tlsPort] = [await freePort(), await freePort()]
  const file = join(dir, 'slapd.conf')
  await mkdir(join(dir, 'data'))
  await writeFile(file, configuration(program, dir, { ...certificate, authority: authority.file }))
  await writeFile(join(dir, 'people.ldif'), ldifOf(size))
  await run(program.add, ['-q', '-f', file, '-l', join(dir, 'people.ldif')], { env: program.env })
  let server: ChildProcess | undefined
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (server !== undefined) await stopProcess(server, signal, 10_000)
  }
  return {
    ...{ dir, port, tlsPort, authority, certificate },
    url: `ldap://127.0.0.1:${port}`,
    tlsUrl: `ldaps://127.0.0.1:${tlsPort}`,
    async start() {
      const listen = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${tlsPort}`
      const started = startGuarded(program.command, ['-h', listen, '-f', file, '-d', '0'], {
        ...{ onOrphaned: 'TERM', cwd: dir, stdio: 'ignore', env: program.env },
      })
      server = started
      await eventually(async () => hasExited(started) || (await accepts(tlsPort)), 20_000)
      if (hasExited(started)) throw new Error('slapd ended')
    },
    stop,
    async remove() {
      await stop()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
export type Slapd = Awaited<ReturnType<typeof newSlapd>>
