import { randomBytes } from 'node:crypto'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onDatabase } from '../postgres/databases.ts'
import { answersAt, eventually, run } from '../processes.ts'
import { root } from '../sources.ts'
import { webDir } from '../web-build.ts'
import type { Cluster } from './cluster.ts'
import { newService, type Service } from './service.ts'

export type HaProduct = {
  /** What people type; HAProxy answers there. */
  address: string
  /** As the owner of the database, through HAProxy. */
  ownerUrl: string
  appUrl: string
  apis: Service[]
  workers: Service[]
  stop(): Promise<void>
}

const seconds = 1000

/** The roles and the database as docs/run/install.md says, then the demo in it. */
async function prepareDatabase(cluster: Cluster, assets: number, folder: string) {
  const { OWNER_PASSWORD = '', APP_PASSWORD = '', SUPERUSER_PASSWORD = '' } = cluster.shared
  const superuser = cluster.primaryUrl('postgres', SUPERUSER_PASSWORD, 'postgres')
  await eventually(
    () =>
      onDatabase(superuser, 'select').then(
        () => true,
        () => false,
      ),
    30 * seconds,
    200,
  )
  await onDatabase(
    superuser,
    // The demo loads its year with the triggers off, which only a superuser may.
    `create role ats login superuser password '${OWNER_PASSWORD}'`,
    `create role ats_app login password '${APP_PASSWORD}'`,
    'grant ats_app to ats',
    `create database ats owner ats encoding 'UTF8' locale 'C.UTF-8' template template0`,
  )
  const ownerUrl = cluster.primaryUrl('ats', OWNER_PASSWORD, 'ats')
  const env = { ...process.env, DATABASE_URL: ownerUrl, DATA_DIR: folder, DEMO: 'true', LOG_LEVEL: 'error' }
  const ats = (...words: string[]) =>
    run(process.execPath, ['server/src/main.ts', ...words], { cwd: root, env })
  await ats('migrate')
  await ats('seed', ...(assets > 0 ? ['--assets', `${assets}`] : []))
  await onDatabase(superuser, 'alter role ats nosuperuser createdb')
  return ownerUrl
}

type Options = { cluster: Cluster; dir: string; assets: number; withWeb: boolean }

/** Two api, each with a pool of its own, and two workers, none with more rights than in production. */
export async function startHaProduct({ cluster, dir, assets, withWeb }: Options): Promise<HaProduct> {
  const { shared } = cluster
  const folder = join(dir, 'files')
  await mkdir(folder)
  await chmod(folder, 0o700)
  const ownerUrl = await prepareDatabase(cluster, assets, folder)
  const address = `http://127.0.0.1:${shared.WEB_PORT}`
  const appUrl = cluster.primaryUrl('ats_app', shared.APP_PASSWORD ?? '', 'ats')
  const env = {
    ...{ DATABASE_URL: appUrl, DATA_DIR: folder, ORIGIN: address, SECRET: randomBytes(32).toString('hex') },
    ...{ DEMO: 'true', HOST: '127.0.0.1', TRUST_PROXY: 'true', LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' },
    ...(withWeb && { WEB_DIR: webDir }),
  }
  const node = { command: process.execPath, first: ['--max-semi-space-size=16', 'server/src/main.ts'] }
  const part = (name: string, number: number, more: NodeJS.ProcessEnv) =>
    newService(`${name} ${number}`, node, [name], {
      ...{ user: null, cwd: root, log: join(dir, `${name}-${number}.log`), env: { ...env, ...more } },
    })
  const poolUrl = (number: number) => {
    const pool = cluster.pools[number - 1]
    return pool && appUrl.replace(`:${shared.PRIMARY_PORT}/`, `:${pool.port}/`)
  }
  const apis = [1, 2].map((number) =>
    part('api', number, { PORT: shared[`API_PORT_${number}`], DATABASE_POOL_URL: poolUrl(number) ?? '' }),
  )
  const workers = [1, 2].map((number) => part('worker', number, {}))
  for (const service of [...apis, ...workers]) service.start()
  const stop = async () => void (await Promise.all([...workers, ...apis].map((service) => service.stop())))
  const ports = [1, 2].map((number) => `http://127.0.0.1:${shared[`API_PORT_${number}`]}`)
  const areReady = async () => (await Promise.all([address, ...ports].map(isReady))).every(Boolean)
  if (await eventually(areReady, 120 * seconds, 200))
    return { address, ownerUrl, appUrl, apis, workers, stop }
  await stop()
  throw new Error(`The api did not get ready\n${await apis[0]?.lastWords()}`)
}

export const isReady = (address: string) => answersAt(`${address}/readyz`)
