import type { SecurityEntry, SecurityKind } from '@ats/contract/security-feed.ts'

/** Security and authorization messages (RFC 5424, table 1). */
const facility = 10
const [warning, notice, informational] = [4, 5, 6]

const warnings = new Set<string>([
  ...(['sign-in-failed', 'sign-in-throttled', 'permission-refused', 'throttled'] satisfies SecurityKind[]),
  ...(['key-refused', 'directory-unavailable'] satisfies SecurityKind[]),
])
const severityOf = (kind: string) =>
  warnings.has(kind) ? warning : kind === 'signed-in' ? informational : notice

/** 32473 is the number that RFC 5612 reserves for examples: the product has no number of its own. */
const structureId = 'ats@32473'

const escaped = (value: string) => value.replace(/["\\\]]/g, '\\$&')
/** Header fields are printable ASCII without spaces. */
const plain = (text: string, most: number) => text.replace(/[^!-~]/g, '_').slice(0, most) || '-'
/** ASCII only, so that the message needs no byte order mark. */
const ascii = (text: string) =>
  text.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

function structureOf({ id, kind, count, personId, account, keyId, network, address }: SecurityEntry) {
  const given = { id, kind, count, person: personId, account, key: keyId, network, address }
  const params = Object.entries(given)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${escaped(ascii(String(value)))}"`)
  return `[${structureId}${params.join('')}]`
}

/** One message as RFC 5424 defines it; its text is the entry as JSON. */
export function syslogMessage(entry: SecurityEntry, { host, process }: { host: string; process: number }) {
  const priority = facility * 8 + severityOf(entry.kind)
  const time = new Date(entry.lastAt).toISOString()
  const header = `<${priority}>1 ${time} ${plain(host, 255)} ats ${process} ${plain(entry.kind, 32)}`
  return `${header} ${structureOf(entry)} ${ascii(JSON.stringify(entry))}`
}

/** A frame of RFC 5425: the number of bytes before each message. */
export const syslogFrame = (message: string) => `${Buffer.byteLength(message)} ${message}`
