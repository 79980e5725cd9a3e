import { parseArgs } from 'node:util'
import { eventually } from '../processes.ts'
import { signIn } from '../product-calls.ts'
import { type Make, makes, type Sighting } from './reader-payloads.ts'
import { senderOf } from './reader-sender.ts'

const usage = `npm run readers -- --address http://127.0.0.1:8080 --mqtt mqtt://127.0.0.1:1883 --webhook http://127.0.0.1:8090
  [--count 50] [--rate 200] [--seconds 60]

Adds readers to a running product, sends reads of its assets in the form of each make, half of them by MQTT and half by
webhook, and removes the readers in the end.`

const { values } = parseArgs({
  options: {
    ...{ address: { type: 'string' }, mqtt: { type: 'string' }, webhook: { type: 'string' } },
    ...{ count: { type: 'string', default: '50' }, rate: { type: 'string', default: '200' } },
    ...{ seconds: { type: 'string', default: '60' } },
  },
})
const { address, mqtt, webhook } = values
if (address === undefined || mqtt === undefined || webhook === undefined) {
  console.error(usage)
  process.exit(2)
}
const [count, rate, seconds] = [Number(values.count), Number(values.rate), Number(values.seconds)]

const headers = { ...(await signIn(address)), 'content-type': 'application/json' }

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${address}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

type Placed = { placeId: string; rfidTag: string | null }
const { assets } = await call<{ assets: Placed[] }>('GET', '/api/assets?size=500')
const rooms = [...new Set(assets.map(({ placeId }) => placeId))]
const tags = assets.flatMap(({ rfidTag }) => rfidTag ?? [])

async function addReader(number: number) {
  const make = (Object.keys(makes) as Make[])[number % Object.keys(makes).length] ?? 'impinj'
  const { adapter, mapping } = makes[make]
  const placeId = rooms[number % rooms.length] ?? ''
  const name = `Simulated ${Date.now()} ${number + 1}`
  const made = await call<{ reader: { _id: string }; password: string }>('POST', '/api/v1/readers', {
    ...{ name, adapter, mapping, placeId },
  })
  const id = made.reader._id
  await call('PUT', `/api/v1/readers/${id}/read-points`, {
    readPoints: [{ antenna: 0, placeId, kind: 'portal' }],
  })
  return { id, password: made.password, make, by: number % 2 === 0 ? ('mqtt' as const) : ('http' as const) }
}

const readers: Awaited<ReturnType<typeof addReader>>[] = []
for (let number = 0; number < count; number += 1) readers.push(await addReader(number))
const started = Date.now()
const isOver = () => Date.now() > started + (seconds + 15) * 1000
let acked = 0

async function run(reader: (typeof readers)[number], number: number) {
  const send = senderOf(reader, { mqtt: mqtt ?? '', webhook: webhook ?? '' }, isOver)
  for (let turn = 0; turn < seconds; turn += 1) {
    const due = started + turn * 1000
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())))
    const seen = Array.from(
      { length: rate },
      (_, n): Sighting => ({
        ...{
          tag: tags[(number * 37 + n) % tags.length] ?? 'E200',
          antenna: 1 + (n % 4),
          rssi: -40 - (n % 20),
        },
        at: new Date(Date.now() - Math.floor((1000 * (rate - n)) / rate)).toISOString(),
      }),
    )
    if (await send(JSON.stringify(makes[reader.make].payload(seen)))) acked += seen.length
  }
}
await Promise.all(readers.map(run))
console.log(
  `${acked} reads of ${count} readers were acknowledged in ${Math.round((Date.now() - started) / 1000)} s`,
)

/** Messages of a reader that is already removed could not be delivered, so wait until all are written. */
const writing = Date.now()
type Known = { reader: { health: { reads: number } } }
const isWritten = async () => {
  const known = await Promise.all(readers.map(({ id }) => call<Known>('GET', `/api/v1/readers/${id}`)))
  return known.reduce((sum, { reader }) => sum + reader.health.reads, 0) >= acked
}
const areWritten = await eventually(isWritten, 120_000, 1000)
console.log(
  `${areWritten ? 'all' : 'not all'} of them are written ${Math.round((Date.now() - writing) / 1000)} s later`,
)
for (const { id } of readers) await call('DELETE', `/api/v1/readers/${id}`)
process.exit(areWritten && acked === count * rate * seconds ? 0 : 1)
