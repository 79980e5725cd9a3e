import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askAsDoctor } from '#kernel/http/doctor-question.ts'
import { openLog } from '#kernel/log/log.ts'
import { mustSyncAlways } from '#kernel/log/sync-check.ts'
import { version } from '#kernel/version.ts'
import type { Config } from '../config.ts'
import { type Check, failed, ok, reasonOf, warning } from './findings.ts'

const patience = () => AbortSignal.timeout(5000)

/** The address of the API server, as seen from this machine. */
function localAddress({ host, port }: Config) {
  const isAnywhere = ['0.0.0.0', '::', ''].includes(host)
  const name = isAnywhere ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Whether the running API server works, and whether it has these settings. */
const api = (config: Config) => async () => {
  const address = localAddress(config)
  if (config.port === 0) return warning('PORT is 0, so nobody knows where the API server listens')
  const ready = await fetch(`${address}/readyz`, { signal: patience() }).catch((error: unknown) =>
    reasonOf(error),
  )
  if (typeof ready === 'string')
    return failed(
      `no API server responds at ${address} (${ready}): start it, or set HOST and PORT as it has them`,
    )
  if (!ready.ok) return failed(`the API server at ${address} is not ready: /readyz responds ${ready.status}`)
  const { facts } = await askAsDoctor(address, config.secret, patience())
  if (facts === undefined)
    return failed(
      `the API server at ${address} has another SECRET than these settings, or is an older version`,
    )
  return facts.version === version
    ? ok(`${address} is ready`)
    : failed(`the API server at ${address} is ${facts.version}, this program is ${version}: restart it`)
}

/** The public address must lead here, through a proxy that forwards the client's address. */
const origin = (config: Config) => async () => {
  const { origin: address, trustProxy } = config
  const reached = await askAsDoctor(address, config.secret, patience()).catch((error: unknown) =>
    reasonOf(error),
  )
  if (typeof reached === 'string')
    return warning(
      `${address} cannot be reached from this machine (${reached}): check ORIGIN, its name and the proxy, and try it in a browser`,
    )
  const { status, facts } = reached
  if (facts === undefined)
    return failed(`ORIGIN leads elsewhere: ${address}/livez responds ${status}, but not as this installation`)
  if (facts.isForwarded && !trustProxy)
    return failed('a proxy is in front, but TRUST_PROXY is not true: all people count as one address')
  if (!facts.isForwarded && trustProxy)
    return failed(
      `TRUST_PROXY is true, but requests through ${address} carry no X-Forwarded-For: anybody can write one`,
    )
  return ok(`${address} leads here`)
}

/** The program itself has no TLS: an https address means a proxy. */
const proxy =
  ({ origin: address, trustProxy }: Config) =>
  async () =>
    address.startsWith('https:') && !trustProxy
      ? failed(
          `ORIGIN is https, so there is a proxy, but TRUST_PROXY is not true: all people count as one address`,
        )
      : ok(trustProxy ? 'the nearest proxy names the address of each person' : 'no proxy')

const web =
  ({ webDir }: Config) =>
  async () => {
    if (webDir === undefined) return warning('WEB_DIR is not set: only the API is served, no screens')
    const page = await readFile(join(webDir, 'index.html'), 'utf8').catch((error: unknown) => error as Error)
    if (page instanceof Error)
      return failed(`WEB_DIR holds no built web app: ${reasonOf(page)}; npm run build -w web makes it`)
    const assets = [...page.matchAll(/"\/(assets\/[\w./-]+)"/g)].map(([, path = '']) => path)
    for (const path of assets) {
      const error = await access(join(webDir, path)).catch((reason: unknown) => reason)
      if (error !== undefined) return failed(`WEB_DIR is not whole: ${path} is missing; build it again`)
    }
    return ok(webDir)
  }

/** NATS must respond, and must not lose acknowledged messages. */
const nats = (log: NonNullable<Config['log']>) => async () => {
  await mustSyncAlways(log)
  const open = await openLog(log, 'ats doctor')
  await open.close()
  return ok(`${log.servers.length} servers let us in and write to their disk at once`)
}

export const serviceChecks = (config: Config): Record<string, Check> => ({
  api: api(config),
  origin: origin(config),
  proxy: proxy(config),
  web: web(config),
  ...(config.log && { nats: nats(config.log) }),
})
