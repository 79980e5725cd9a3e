import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { join } from 'node:path'
import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { readerStack } from '#test/reader-stack.ts'
import { readerIn } from '#test/readers.ts'
import { freshTag, siteIn } from '#test/stock.ts'
import { eventually, run } from '../../../../../scripts/processes.ts'

const t = await testApp()
const { room } = await siteIn(t, 'Indore')
const files = {
  certFile: join(t.config.dataDir, 'gateway.crt'),
  keyFile: join(t.config.dataDir, 'gateway.key'),
}
await run('openssl', [
  ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
  ...['-subj', '/CN=gateway', '-addext', 'subjectAltName=IP:127.0.0.1'],
  ...['-out', files.certFile, '-keyout', files.keyFile],
])
const ca = await readFile(files.certFile)
const stack = await readerStack(t, files)

const event = (tag: string) => {
  const at = new Date().toISOString()
  return { timestamp: at, eventType: 'tagInventory', tagInventoryEvent: { epcHex: tag, lastSeenTime: at } }
}

type Credentials = { id: string; password: string }
const connected = ({ id, password }: Credentials, address: string, trusted?: Buffer) =>
  connectAsync(
    address,
    {
      ...{ username: id, password, protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 3000 },
      ...(trusted && { ca: trusted }),
    },
    false,
  )

/** The status, or the error if there is none. */
const post = ({ id, password }: Credentials, body: string, trusted?: Buffer) =>
  new Promise<number | string | undefined>((resolve) => {
    const authorization = `Bearer ${password}`
    const options = { method: 'POST', headers: { authorization }, ...(trusted && { ca: trusted }) }
    request(`${stack.webhook}/readers/${id}`, options, (answer) => resolve(answer.resume().statusCode))
      .on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
      .end(body)
  })

const isKept = (tag: string) =>
  eventually(
    async () => (await sql`select from tag_reads where tag = ${tag}`.execute(t.db)).rows.length === 1,
    10_000,
    50,
  )

test('with a certificate both doors speak TLS', async () => {
  const reader = await readerIn(t, room)
  const [first, second] = [freshTag(), freshTag()]
  const client = await connected(reader, stack.mqtt, ca)
  await client.publishAsync(`readers/${reader.id}/reads`, JSON.stringify([event(first)]), { qos: 1 })
  await client.endAsync(true)
  expect(await post(reader, JSON.stringify([event(second)]), ca)).toBe(202)
  expect([await isKept(first), await isKept(second)]).toEqual([true, true])
})

test('whoever does not know the certificate, or speaks without TLS, gets no further', async () => {
  const reader = await readerIn(t, room)
  await expect(connected(reader, stack.mqtt)).rejects.toThrow(/self-signed/)
  await expect(connected(reader, stack.mqtt.replace('mqtts', 'mqtt'))).rejects.toThrow()
  expect(await post(reader, '[]')).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  await expect(fetch(stack.webhook.replace('https', 'http'))).rejects.toThrow()
})

test('the expiry of the certificate and undelivered messages are measured', async () => {
  const figure = async (name: string) =>
    Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await stack.registry.metrics())?.[1])
  const days = (await figure('ats_certificate_expiry_timestamp_seconds{certificate="gateway"}')) / 86_400
  expect(days - Date.now() / 86_400_000).toBeCloseTo(2, 1)
  expect(await post(await readerIn(t, room), 'no JSON', ca)).toBe(202)
  await expect.poll(() => figure('ats_writer_undelivered_messages_total'), { timeout: 10_000 }).toBe(1)
})
