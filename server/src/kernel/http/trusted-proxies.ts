import { BlockList, isIP } from 'node:net'

/** The trusted proxies: none, the nearest, this many in a row, or those in these networks. */
export type TrustProxy = boolean | number | readonly string[]

const mostHops = 10

/** Parses `TRUST_PROXY`; undefined if it is invalid. */
export function readTrustProxy(text: string): TrustProxy | undefined {
  if (text === 'true' || text === 'false') return text === 'true'
  if (/^\d+$/.test(text)) return Number(text) <= mostHops ? Number(text) : undefined
  const networks = text.split(',').map((network) => network.trim())
  return networks.every(isNetwork) ? networks : undefined
}

function isNetwork(text: string) {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/**
 * Whether an address, this many hops away, is a trusted proxy; false if none is trusted. A client can forge
 * the addresses before the last trusted proxy.
 */
export function proxyTrust(setting: TrustProxy): false | ((address: string, hop: number) => boolean) {
  if (setting === false || setting === 0) return false
  if (setting === true) return (_address, hop) => hop === 0
  if (typeof setting === 'number') return (_address, hop) => hop < setting
  const known = new BlockList()
  for (const network of setting) {
    const [address = '', bits] = network.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) known.addAddress(address, family)
    else known.addSubnet(address, Number(bits), family)
  }
  return (address) => {
    const version = isIP(address)
    return version !== 0 && known.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
