import { readFile } from 'node:fs/promises'
import { type RequestOptions, request } from 'node:https'
import { join } from 'node:path'
import type { Settings } from './render.ts'

type Answer = { status: number; text: string }

const patienceMs = 2000

/** Patroni's own port, which bypasses the links that faults can cut. */
export const restPort = (settings: Settings) =>
  settings.REST_LISTEN_PORT ?? settings[`REST_PORT_${settings.NODE}`]

/**
 * Sends a request to etcd or Patroni of a node, whose certificate our authority must have signed. `asNode`
 * sends the node's own certificate.
 */
export async function askNode(
  settings: Settings,
  address: string,
  asNode = false,
  { body, ...more }: RequestOptions & { body?: string } = {},
): Promise<Answer> {
  const read = (name: string) => readFile(join(settings.ETCD_TLS_DIR ?? '', name))
  const own = asNode ? { cert: await read('node.pem'), key: await read('node-key.pem') } : {}
  const options = { ca: await read('ca.pem'), ...own, ...more, agent: false, timeout: patienceMs }
  return new Promise((resolve, reject) => {
    const sent = request(address, options, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      response.on('error', reject).on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on('timeout', () => sent.destroy(new Error(`${address} took too long`))).on('error', reject)
    sent.end(body)
  })
}

/** Setting this makes every PostgreSQL run a command, so nobody may set it without a password. */
const harmful = JSON.stringify({ postgresql: { parameters: { archive_cleanup_command: 'true' } } })
const someKey = JSON.stringify({ key: 'c3RyYW5nZXI=', value: 'c3RyYW5nZXI=' })

type NodeOfCluster = { number: number; settings: Settings }

/** Patroni and etcd must reject changes from a caller without password or certificate; otherwise the start fails. */
export async function mustRefuseStrangers(nodes: readonly NodeOfCluster[]): Promise<void> {
  for (const { number, settings } of nodes) {
    const patch = { method: 'PATCH', body: harmful }
    const patroni = await askNode(settings, `https://127.0.0.1:${restPort(settings)}/config`, false, patch)
    if (patroni.status !== 401)
      throw new Error(`Patroni ${number} responds ${patroni.status} to a change without a password`)
    const etcd = `https://127.0.0.1:${settings[`ETCD_CLIENT_PORT_${number}`]}/v3/kv/put`
    const put = { method: 'POST', body: someKey }
    const written = await askNode(settings, etcd, false, put).catch(() => undefined)
    if (written !== undefined)
      throw new Error(`etcd ${number} responds ${written.status} to a caller without a certificate`)
  }
}
