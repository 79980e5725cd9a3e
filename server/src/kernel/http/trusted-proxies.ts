import { networkTest, readNetworks } from './networks.ts'

/** The trusted proxies: none, the nearest, this many in a row, or those in these networks. */
export type TrustProxy = boolean | number | readonly string[]

const mostHops = 10

/** Parses `TRUST_PROXY`; undefined if it is invalid. */
export function readTrustProxy(text: string): TrustProxy | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d+$/.test(text)) return Number(text) <= mostHops ? Number(text) : undefined
  return readNetworks(text)
}

/**
 * Whether an address, this many hops away, is a trusted proxy; false if none is trusted. A client can forge
 * the addresses before the last trusted proxy.
 */
export function proxyTrust(setting: TrustProxy): false | ((address: string, hop: number) => boolean) {
  if (setting === false || setting === 0) return false
  if (setting === true) return (_address, hop) => hop === 0
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  return networkTest(setting)
}
