import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Postgres } from '../scripts/postgres.ts'
import { run } from '../scripts/processes.ts'
import { type Bench, compare } from './measurement.ts'
import { database, type Product, startProduct } from './product.ts'

/** The same columns as someone with psql would write them: no care for formulas, quotes or order. */
const bareQuery = `select a.rfid_tag as "RFID Tag", asset_tag_id(a.number) as "Asset Tag ID", n.name as "Asset Name",
  a.assigned_name as "Assigned User", c.name as "City", m.name as "MM", p.name as "Property", o.name as "AoU",
  r.name as "Room", s.name as "Asset State", b.name as "Brand", a.model as "Model", a.serial_no as "Serial No",
  v.name as "Vendor", a.rental_start as "Rental Start Date (YYYY-MM-DD)", a.rental_months as "Rental Period (months)",
  a.registered_at as "Registered At", u.name as "Created By"
  from assets a join asset_names n on n.id = a.name_id join asset_states s on s.id = a.state_id
  join places c on c.id = a.city_id left join places m on m.id = a.mm_id left join places p on p.id = a.property_id
  left join places o on o.id = a.aou_id left join places r on r.id = a.place_id and r.kind = 'room'
  left join brands b on b.id = a.brand_id left join vendors v on v.id = a.vendor_id
  left join users u on u.id = a.created_by where a.deleted_at is null`

const mostGrowth = 20
const megabyte = 1024 * 1024
/** A reader on a line of about 320 Mbit/s: slower than PostgreSQL by far. */
const slowly = { bytes: megabyte / 2, pauseMs: 12 }

/** The CSV of all assets against psql with the same columns; and how much memory it takes when the reader is slow. */
export const exports: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres, effort.assets)
  try {
    const growth = await memoryGrowth(product)
    const rows = await bareRows(postgres)
    const timed = async (work: () => Promise<unknown>) => {
      const started = performance.now()
      await work()
      return rows / ((performance.now() - started) / 1000)
    }
    const { bare, api } = await compare(
      effort.rounds,
      () =>
        timed(() => psql(postgres, `\\copy (${bareQuery.replace(/\s+/g, ' ')}) to '/dev/null' csv header`)),
      () => timed(async () => download(product, await ticket(product, {}))),
      { bare: (perSecond) => perSecond, api: (perSecond) => perSecond },
    )
    const none = { p50: 0, p99: 0 }
    return [
      { name: 'export-csv', bare, api, ...none, limit: 0.75 },
      { name: 'export-memory', bare: Math.max(growth, 1), api: mostGrowth, ...none, limit: 1 },
    ]
  } finally {
    await product.stop()
  }
}

const psql = (postgres: Postgres, command: string) =>
  run(join(postgres.bin ?? '', 'psql'), ['-qAtc', command, postgres.url(database)])

const bareRows = async (postgres: Postgres) =>
  Number(await psql(postgres, 'select count(*) from assets where deleted_at is null'))

async function post(product: Product, path: string, body?: object) {
  const answer = await fetch(`${product.address}${path}`, {
    method: 'POST',
    headers: { ...product.headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

async function ticket(product: Product, filter: Record<string, string>) {
  const wish = { list: 'assets', format: 'csv', filter }
  const { export: made } = (await post(product, '/api/v1/exports', wish)) as { export: { id: string } }
  const { address } = (await post(product, `/api/v1/exports/${made.id}/ticket`)) as { address: string }
  return address
}

/** Reads the file to its end on a bare socket, at once or in small sips, and answers with its bytes. */
async function download({ address, headers }: Product, path: string, pace?: typeof slowly) {
  const { hostname, port, host } = new URL(address)
  const socket = connect(Number(port), hostname)
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${headers.cookie}\r\nconnection: close\r\n\r\n`,
  )
  let [bytes, sip] = [0, 0]
  let start = ''
  socket.on('data', (chunk) => {
    if (bytes === 0) start = chunk.toString('latin1', 0, 300)
    bytes += chunk.length
    sip += chunk.length
    if (pace === undefined || sip < pace.bytes) return
    sip = 0
    socket.pause()
    setTimeout(() => socket.resume(), pace.pauseMs)
  })
  await once(socket, 'end')
  if (!start.startsWith('HTTP/1.1 200 ')) throw new Error(start)
  return bytes
}

/**
 * How many megabytes the api's peak grows from small files to a big one. The small ones together are no less than the
 * big one: what lies about until the next collection depends on the bytes that passed, and is not taken for the file.
 */
async function memoryGrowth(product: Product) {
  const peak = async () => {
    const status = await readFile(`/proc/${product.api.pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
  }
  const slowFile = async (filter: Record<string, string>) =>
    download(product, await ticket(product, filter), slowly)
  const mostSmall = 12
  let bytes = 0
  for (let file = 0; file < mostSmall; file += 1) bytes += await slowFile({ location: 'indore' })
  const small = await peak()
  const whole = await slowFile({})
  const big = await peak()
  const figure = (size: number) => `${(size / megabyte).toFixed(0)} MB`
  console.log(`${figure(bytes)} in ${mostSmall} files, read slowly: the api peaks at ${small.toFixed(0)} MB`)
  console.log(`${figure(whole)} in one file, read slowly: the api peaks at ${big.toFixed(0)} MB`)
  return big - small
}
