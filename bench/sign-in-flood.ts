import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { mailOf, personPassword, uidOf } from '../scripts/ldap/people.ts'
import { openProvider } from './oidc-provider.ts'

/**
 * People log in at once, half of them with LDAP and half with OIDC, each from an own address. A separate thread,
 * so that the timers of the others are not disturbed; the provider is in it as well.
 */
const { address, seconds, atOnce, people } = workerData as Record<'seconds' | 'atOnce' | 'people', number> & {
  address: string
}
const statuses: Record<string, number> = {}

async function post(number: number, path: string, body?: object, cookie?: string) {
  const from = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  const response = await fetch(`${address}/api/v1/login${path}`, {
    method: 'POST',
    headers: {
      'x-forwarded-for': from,
      ...(body && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

async function byLdap(number: number) {
  const { status } = await post(number, '', { email: mailOf(number % people), password: personPassword })
  return status
}

/** The browser's part of the flow: the provider sends it back at once. */
async function byOidc(number: number, directoryId: string) {
  const begun = await post(number, `/directories/${directoryId}/start`)
  if (begun.status !== 200) return begun.status
  const { searchParams } = new URL((begun.body as { address: string }).address)
  const [cookie] = begun.headers.getSetCookie().map((one) => one.split(';')[0])
  const code = `oidc-${uidOf(number % people)} ${searchParams.get('nonce')}`
  return (await post(number, '/oidc', { code, state: searchParams.get('state') }, cookie)).status
}

async function logIn(number: number, directoryId: string) {
  const way = number % 2 === 0 ? 'ldap' : 'oidc'
  const status = await (way === 'ldap' ? byLdap(number) : byOidc(number, directoryId))
  statuses[`${way} ${status}`] = (statuses[`${way} ${status}`] ?? 0) + 1
}

const port = parentPort
if (port === null) throw new Error('This file runs in a worker thread')
const provider = await openProvider()
port.postMessage(provider.issuer)
const [directoryId] = (await once(port, 'message')) as [string]
const until = Date.now() + seconds * 1000
for (let first = 1; Date.now() < until; first += atOnce)
  await Promise.all(
    Array.from({ length: atOnce }, (_, offset) => logIn(first + offset, directoryId).catch(() => undefined)),
  )
port.postMessage(statuses)
provider.close()
port.close()
