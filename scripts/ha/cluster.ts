import { randomBytes } from 'node:crypto'
import { chmod, chown, copyFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { unprivilegedAccount } from '../accounts.ts'
import { eventually, type User } from '../processes.ts'
import { askNode, mustRefuseStrangers, restPort } from './ask-node.ts'
import { makeCertificates } from './certificates.ts'
import { portsFrom } from './ports.ts'
import { findPrograms, type Programs, serverUser } from './programs.ts'
import { renderNode, type Settings } from './render.ts'
import { endPostmaster, newService, type Service } from './service.ts'

export type Node = {
  number: number
  settings: Settings
  etcd: Service
  patroni: Service
  nats: Service
  dataDir: string
}

export type Cluster = {
  nodes: Node[]
  haproxy: Service
  /** One PgBouncer next to each API server; empty if none runs. */
  pools: { service: Service; port: string }[]
  shared: Settings
  /** The primary as seen through HAProxy. */
  primaryUrl(user: string, password: string, database: string): string
  leader(): Promise<Node | undefined>
  members(): Promise<Member[]>
  stop(): Promise<void>
}

type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | string }

/** The layer that faults put around the nodes: links that can be cut, disks that can be filled. */
export type Around = {
  links(settings: Settings, node: number): Promise<Settings>
  mount(folder: string): Promise<void>
}

const numbers = [1, 2, 3]
const host = '127.0.0.1'
const perNode = [
  'ETCD_CLIENT_PORT',
  'ETCD_PEER_PORT',
  'PG_PORT',
  'REST_PORT',
  'NATS_PORT',
  'NATS_ROUTE_PORT',
  'NATS_MONITOR_PORT',
]

/** All three nodes are on this machine, so they share the folder of the archive. */
const foldersOfArchive = (dir: string) => ({
  REPO_FOLDER: join(dir, 'archive/repository'),
  BACKUP_LOGS: join(dir, 'archive/logs'),
  BACKUP_LOCKS: join(dir, 'archive/locks'),
})

/** The same files as in production with other ports and folders, because everything is on this machine. */
async function loopbackSettings(
  { dir, firstPort, withArchive = false }: Options,
  folder: string,
): Promise<Settings> {
  const port = portsFrom(firstPort)
  const secret = () => randomBytes(16).toString('hex')
  const settings: Settings = {
    ...{ NETWORK: `${host}/32`, PG_BIN: folder, MAX_CONNECTIONS: '200' },
    ...{ ...foldersOfArchive(dir), ...(!withArchive && { ARCHIVE_COMMAND: '/bin/true' }) },
    HAPROXY_USER: (await unprivilegedAccount('haproxy'))?.name ?? userInfo().username,
    ...{ PRIMARY_PORT: await port(), REPLICA_PORT: await port(), WEB_BIND: host, WEB_PORT: await port() },
    ...{ API_PORT_1: await port(), API_PORT_2: await port(), HAPROXY_SOCKET: join(dir, 'haproxy.sock') },
    ...{ SUPERUSER_PASSWORD: secret(), REPLICATION_PASSWORD: secret(), NATS_PASSWORD: secret() },
    ...{ OWNER_PASSWORD: secret(), APP_PASSWORD: secret(), REST_PASSWORD: secret() },
  }
  for (const number of numbers) {
    settings[`HOST_${number}`] = host
    settings[`POOL_PORT_${number}`] = await port()
    for (const name of perNode) settings[`${name}_${number}`] = await port()
  }
  return settings
}

type Parts = {
  dir: string
  programs: Programs
  user: User | null
  shared: Settings
  around: Around | undefined
}

async function ownFolder(path: string, user: User | null) {
  await mkdir(path, { recursive: true })
  await chmod(path, 0o700)
  if (user) await chown(path, user.uid, user.gid)
  return path
}

async function newNode({ dir, programs, user, shared, around }: Parts, number: number): Promise<Node> {
  const home = await ownFolder(join(dir, `node-${number}`), user)
  const volume = await ownFolder(join(home, 'postgres'), user)
  await around?.mount(volume).then(() => ownFolder(volume, user))
  const sockets = await ownFolder(join(home, 'sockets'), user)
  const folders = {
    PG_DIR: join(volume, 'data'),
    ETCD_DIR: join(home, 'etcd'),
    NATS_DIR: join(home, 'nats'),
  }
  const own = {
    ...shared,
    ...folders,
    PG_SOCKETS: sockets,
    PG_PASS: join(home, 'pgpass'),
    NODE: `${number}`,
    POOL_PORT: shared[`POOL_PORT_${number}`] ?? '',
  }
  const files = join(home, 'files')
  const settings = { ...own, ETCD_TLS_DIR: files, ...(await around?.links(own, number)) }
  await renderNode(settings, files)
  await copyCertificate(join(dir, 'certificates'), number, files)
  for (const name of user ? ['', ...(await readdir(files))] : [])
    await chown(join(files, name), user?.uid ?? 0, user?.gid ?? 0)
  const options = (name: string) => ({ user, cwd: home, log: join(dir, `${name}-${number}.log`) })
  const etcdEnv = parseEnv(await readFile(join(files, 'etcd.env'), 'utf8')) as Settings
  return {
    ...{ number, settings, dataDir: folders.PG_DIR },
    etcd: newService(`etcd ${number}`, programs.etcd, [], { ...options('etcd'), env: etcdEnv }),
    patroni: newService(`Patroni ${number}`, programs.patroni, [join(files, 'patroni.yaml')], {
      ...{ ...options('patroni'), graceMs: 30_000 },
    }),
    nats: newService(`NATS ${number}`, programs.nats, ['-c', join(files, 'nats.conf')], {
      ...options('nats'),
      bypassPaths: true,
    }),
  }
}

/** Each node has its own key, and none has the authority's key. */
async function copyCertificate(from: string, number: number, to: string) {
  await copyFile(join(from, 'ca.pem'), join(to, 'ca.pem'))
  await copyFile(join(from, `node-${number}.pem`), join(to, 'node.pem'))
  await copyFile(join(from, `node-${number}-key.pem`), join(to, 'node-key.pem'))
}

type Options = {
  dir: string
  firstPort: number
  say: (text: string) => void
  around?: Around
  withNats?: boolean
  /** The leader archives its WAL with pgBackRest; otherwise the WAL is not archived. */
  withArchive?: boolean
}

/**
 * Three nodes with their proxies on this machine, each configured as on a separate server; returns once there
 * is a primary.
 */
export async function startCluster(options: Options): Promise<Cluster> {
  const { dir, say, around, withNats = true } = options
  const programs = await findPrograms(say)
  const user = await serverUser()
  await chmod(dir, 0o755)
  const shared = await loopbackSettings(options, programs.postgresFolder)
  if (options.withArchive) await ownFolder(join(dir, 'archive'), user)
  await makeCertificates(shared, join(dir, 'certificates'))
  const parts = { dir, programs, user, shared, around }
  const nodes: Node[] = []
  for (const number of numbers) nodes.push(await newNode(parts, number))
  const [first] = nodes
  if (first === undefined) throw new Error('There is no node')
  const files = (number: number) => join(dir, `node-${number}`, 'files')
  const running = (name: string) => ({ user, cwd: dir, log: join(dir, `${name}.log`) })
  const haproxy = newService('HAProxy', programs.haproxy, ['-db', '-f', join(files(1), 'haproxy.cfg')], {
    ...running('haproxy'),
    user: null,
  })
  const { pgbouncer } = programs
  const pools =
    pgbouncer === null
      ? []
      : [1, 2].map((number) => ({
          service: newService(`PgBouncer ${number}`, pgbouncer, [join(files(number), 'pgbouncer.ini')], {
            ...running(`pgbouncer-${number}`),
            bypassPaths: true,
          }),
          port: shared[`POOL_PORT_${number}`] ?? '',
        }))
  const cluster = handle(nodes, haproxy, pools, shared)
  try {
    for (const { etcd } of nodes) etcd.start()
    await untilAgreed(nodes)
    for (const { patroni, nats } of nodes) {
      patroni.start()
      if (withNats) nats.start()
    }
    haproxy.start()
    for (const { service } of pools) service.start()
    await untilWhole(cluster, nodes)
    await mustRefuseStrangers(nodes)
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

/** Patroni exits if its etcd has no quorum yet. */
async function untilAgreed(nodes: Node[]) {
  const hasAgreed = ({ number, settings }: Node) =>
    askNode(settings, `https://${host}:${settings[`ETCD_CLIENT_PORT_${number}`]}/version`, true).then(
      ({ text }) => !text.includes('not_decided'),
      () => false,
    )
  const haveAgreed = async () => (await Promise.all(nodes.map(hasAgreed))).every(Boolean)
  if (!(await eventually(haveAgreed, 60_000, 200))) throw new Error('The three etcd did not come together')
}

function handle(nodes: Node[], haproxy: Service, pools: Cluster['pools'], shared: Settings): Cluster {
  const members = () => membersOf(nodes)
  return {
    ...{ nodes, haproxy, pools, shared, members },
    primaryUrl: (user, password, database) =>
      `postgres://${user}:${password}@${host}:${shared.PRIMARY_PORT}/${database}`,
    async leader() {
      const name = (await members()).find(({ role }) => role === 'leader')?.name
      return nodes.find(({ number }) => name === `node-${number}`)
    },
    async stop() {
      await Promise.all([haproxy, ...pools.map(({ service }) => service)].map((service) => service.stop()))
      await Promise.all(nodes.map(({ patroni, nats }) => Promise.all([patroni.stop(), nats.stop()])))
      for (const { dataDir } of nodes) await endPostmaster(dataDir, 'SIGKILL')
      await Promise.all(nodes.map(({ etcd }) => etcd.stop()))
    },
  }
}

async function membersAsSeenAt(settings: Settings): Promise<Member[]> {
  const { status, text } = await askNode(settings, `https://${host}:${restPort(settings)}/cluster`)
  const { members = [] } = status === 200 ? (JSON.parse(text) as { members?: Member[] }) : {}
  return members
}

/**
 * The cluster members as reported by any Patroni that responds; its own port bypasses the links that faults
 * can cut.
 */
async function membersOf(nodes: Node[]): Promise<Member[]> {
  for (const { settings } of nodes) {
    const members = await membersAsSeenAt(settings).catch(() => [])
    if (members.some(({ role }) => role === 'leader')) return members
  }
  return []
}

const isStreaming = ({ role, state, lag }: Member) =>
  (state === 'running' &&
    (role === 'leader' ||
      ((role === 'sync_standby' || role === 'replica') && typeof lag === 'number' && lag < 1_000_000))) ||
  state === 'streaming'

/** One leader, one synchronous standby, and all three up to date. */
export async function isWhole(cluster: Cluster): Promise<boolean> {
  const members = await cluster.members()
  const roles = members.map(({ role }) => role)
  return (
    members.filter(isStreaming).length === numbers.length &&
    roles.includes('leader') &&
    roles.includes('sync_standby')
  )
}

async function untilWhole(cluster: Cluster, nodes: Node[]) {
  const hasFailed = () => nodes.some(({ etcd, patroni }) => etcd.deaths() + patroni.deaths() > 0)
  await eventually(async () => hasFailed() || (await isWhole(cluster)), 120_000, 500)
  if (!hasFailed() && (await isWhole(cluster))) return
  const words = await Promise.all(nodes.map(({ patroni }) => patroni.lastWords()))
  throw new Error(`The three PostgreSQL did not come together\n${words.join('\n')}`)
}
