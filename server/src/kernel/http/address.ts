import { isIP, isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

const groupsOfAddress = 8
const groupsOfNetwork = 4

/** The eight groups of an IPv6 address; a trailing IPv4 address counts as two. */
function groupsOf(address: string): number[] {
  const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address)
  const [, a = 0, b = 0, c = 0, d = 0] = dotted?.map(Number) ?? []
  const plain =
    dotted === null
      ? address
      : `${address.slice(0, dotted.index)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  const [front = '', back] = plain.split('::')
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  if (back === undefined) return read(front)
  const [first, last] = [read(front), read(back)]
  return [...first, ...Array(groupsOfAddress - first.length - last.length).fill(0), ...last]
}

/** Without the zone of a link, and an IPv4 address as itself; null if it is not an address. */
export function plainAddress(address: string): string | null {
  const [plain = ''] = address.split('%', 1)
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(plain)?.[1]
  if (ipv4 !== undefined && isIP(ipv4) !== 0) return ipv4
  return isIP(plain) === 0 ? null : plain
}

/** What one household or one server owns: an IPv4 address, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  const isIPv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isIPv4)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  return `${groups
    .slice(0, groupsOfNetwork)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Behind an untrusted proxy everybody has the proxy's address: throttling one person would lock out all. */
export function warnOfUntrustedProxy(app: FastifyInstance) {
  let isSaid = false
  app.addHook('onRequest', async ({ headers }) => {
    if (isSaid || (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined)) return
    isSaid = true
    app.log.warn(
      'A forwarded address arrived and is not believed. Behind a proxy set TRUST_PROXY: until then all callers count as one.',
    )
  })
}
