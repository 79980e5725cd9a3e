import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Bench, compare, type Effort } from './measurement.ts'
import { type Product, startProduct } from './product.ts'

/** Webhooks may cost at most three in a hundred changes per second. */
const limit = 0.97
const webhooksAtOnce = 3

/** Accepts messages, and counts them. */
async function openReceiver() {
  let messages = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      messages += 1
      response.writeHead(204).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, messages: () => messages, close: () => server.close() }
}

async function send({ address, headers }: Product, method: string, path: string, body?: object) {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** Changes assets on all connections, each its own asset. */
export async function changes(product: Product, ids: readonly string[], { seconds }: Effort) {
  const until = performance.now() + seconds * 1000
  const times: number[] = []
  await Promise.all(
    ids.map(async (id) => {
      while (performance.now() < until) {
        const began = performance.now()
        await send(product, 'PUT', `/api/assets/${id}`, { model: `M${began}` })
        times.push(performance.now() - began)
      }
    }),
  )
  const sorted = times.toSorted((one, other) => one - other)
  const share = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { perSecond: times.length / seconds, p50: share(0.5), p99: share(0.99) }
}

async function withWebhooks<T>(product: Product, url: string, work: () => Promise<T>) {
  const ids: string[] = []
  for (let number = 0; number < webhooksAtOnce; number += 1) {
    const body = { name: `Bench ${number}`, url, topics: ['asset'] }
    const { webhook } = await send(product, 'POST', '/api/v1/webhooks', body)
    ids.push(webhook.id)
  }
  const result = await work()
  for (const id of ids) await send(product, 'DELETE', `/api/v1/webhooks/${id}`)
  return result
}

/** Changes of assets per second with three webhooks that send each of them, against none. */
export const webhooks: Bench = async (postgres, effort) => {
  process.env.WEBHOOK_NETWORKS = '127.0.0.1'
  const product = await startProduct(postgres, effort.neighbourAssets)
  const receiver = await openReceiver()
  try {
    const page = await send(product, 'GET', `/api/assets?size=${effort.connections}`)
    const ids = (page.assets as { _id: string }[]).map(({ _id }) => _id)
    const plain = () => changes(product, ids, effort)
    const sent = () => withWebhooks(product, receiver.url, plain)
    const { bare, api } = await compare(effort.rounds, plain, sent, {
      bare: ({ perSecond }) => perSecond,
      api: ({ perSecond }) => perSecond,
    })
    if (receiver.messages() === 0) throw new Error('No message arrived')
    return [{ name: 'webhooks', bare: bare.perSecond, api: api.perSecond, p50: api.p50, p99: api.p99, limit }]
  } finally {
    receiver.close()
    await product.stop()
  }
}
