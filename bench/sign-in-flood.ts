import { parentPort, workerData } from 'node:worker_threads'
import { mailOf, personPassword } from '../scripts/ldap/people.ts'

/** People log in at once, each from an own address, in a separate thread so that the timers of the others are not disturbed. */
const { address, seconds, atOnce, people } = workerData as Record<'seconds' | 'atOnce' | 'people', number> & {
  address: string
}
const until = Date.now() + seconds * 1000
const statuses: Record<string, number> = {}

async function logIn(number: number) {
  const response = await fetch(`${address}/api/v1/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    },
    body: JSON.stringify({ email: mailOf(number % people), password: personPassword }),
  })
  await response.arrayBuffer()
  statuses[response.status] = (statuses[response.status] ?? 0) + 1
}

for (let first = 1; Date.now() < until; first += atOnce)
  await Promise.all(
    Array.from({ length: atOnce }, (_, offset) => logIn(first + offset).catch(() => undefined)),
  )
parentPort?.postMessage(statuses)
