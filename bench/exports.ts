import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Postgres } from '../scripts/postgres/postgres.ts'
import { run } from '../scripts/processes.ts'
import { type Bench, compare } from './measurement.ts'
import { database, type Product, startProduct } from './product.ts'

/** The same columns as somebody with psql would select them: no escaping of formulas, no quoting, no sort order. */
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

const megabyte = 1024 * 1024
/** A client with about 320 Mbit/s: far slower than PostgreSQL. */
export const slowly = { bytes: megabyte / 2, pauseMs: 12 }

/** The CSV of all assets against psql with the same columns. */
export const exports: Bench = async (postgres, effort) => {
  const product = await startProduct(postgres, effort.assets)
  try {
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
      () => timed(async () => download(product, await ticket(product))),
      { bare: (perSecond) => perSecond, api: (perSecond) => perSecond },
    )
    return [{ name: 'export-csv', bare, api, p50: 0, p99: 0, limit: 0.75 }]
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

export async function ticket(product: Product, columns?: readonly string[]) {
  const wish = { list: 'assets', format: 'csv', ...(columns && { columns }) }
  const { export: made } = (await post(product, '/api/v1/exports', wish)) as { export: { id: string } }
  const { address } = (await post(product, `/api/v1/exports/${made.id}/ticket`)) as { address: string }
  return address
}

/** Downloads the file on a bare socket, at full speed or in small portions, and returns the number of bytes. */
export async function download({ address, headers }: Product, path: string, pace?: typeof slowly) {
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
