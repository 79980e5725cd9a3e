import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { base, groupDn, service } from '../scripts/ldap/people.ts'
import { newSlapd, type Slapd } from '../scripts/ldap/slapd.ts'
import { type Caller, callDirectories, signInAsNew } from '../scripts/product-calls.ts'
import type { Bench } from './measurement.ts'
import { timesOf } from './neighbours.ts'
import { clientId, everybody } from './oidc-provider.ts'
import { type Product, startProduct } from './product.ts'

const people = 10_000
const atOnce = 500
const others = 4
/** While 500 people log in at once, the slowest responses of everybody else may at most take twice as long. */
const limit = 0.5

/** Everybody of a directory may log in and gets the role User. */
async function addDirectory(product: Product, directory: object, group: string) {
  const { _id } = await callDirectories(product, '', { ...directory, name: group, enabled: true })
  await callDirectories(product, `/${_id}/mappings`, { group, role: 'user', location: 'indore' })
  return _id
}

function ldapOf(slapd: Slapd) {
  const settings = {
    ...{ url: slapd.tlsUrl, caCertificate: slapd.authority.pem, bindDn: service.dn, baseDn: base },
    timeoutMs: 10_000,
  }
  return { kind: 'ldap', secret: service.password, settings }
}

/** Prepares the sign-ins with both directories; `run` returns the number of each way and status. */
async function prepareFlood(product: Product, slapd: Slapd, seconds: number) {
  await addDirectory(product, ldapOf(slapd), groupDn(everybody))
  const { address } = product
  const worker = new Worker(new URL('./sign-in-flood.ts', import.meta.url), {
    workerData: { address, seconds, atOnce, people },
  })
  const [issuer] = await once(worker, 'message')
  const id = await addDirectory(product, { kind: 'oidc', settings: { issuer, clientId } }, everybody)
  return async () => {
    worker.postMessage(id)
    const [statuses] = await once(worker, 'message')
    return statuses as Record<string, number>
  }
}

/** What everybody else notices while 500 people log in at once with LDAP and OIDC, again and again. */
export const signIns: Bench = async (postgres, { seconds, neighbourAssets: assets }) => {
  process.env.TRUST_PROXY = 'true'
  const slapd = await newSlapd({ people })
  const product = await startProduct(postgres, assets)
  try {
    await slapd.start()
    const flood = await prepareFlood(product, slapd, seconds)
    const callers: Caller[] = []
    for (let number = 0; number < others; number += 1)
      callers.push({ address: product.address, headers: await signInAsNew(product, `Neighbour ${number}`) })
    await timesOf(callers, assets, 1)
    const idle = await timesOf(callers, assets, seconds)
    const ended = flood()
    const { p50, p99, refused } = await timesOf(callers, assets, seconds)
    const statuses = await ended
    console.log(
      `sign-ins: others idle p99 ${idle.p99.toFixed(1)} ms, meanwhile p99 ${p99.toFixed(1)} ms, ${refused} refused; ${JSON.stringify(statuses)}`,
    )
    return [
      { name: 'sign-ins-others-p99', bare: 1000 / idle.p99, api: 1000 / p99, p50, p99, limit },
      {
        name: 'sign-ins-succeed',
        bare: 1,
        api: statuses['ldap 200'] && statuses['oidc 200'] ? 1 : 0,
        p50: 0,
        p99: 0,
        limit: 1,
      },
    ]
  } finally {
    await product.stop()
    await slapd.remove()
  }
}
