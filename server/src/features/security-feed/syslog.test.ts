import type { SecurityEntry } from '@ats/contract/security-feed.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { examine } from '#server/operations/doctor.ts'
import { testApp } from '#test/app.ts'
import { signIn } from '#test/sign-in.ts'
import { certificateFor, syslogServer } from '#test/syslog-server.ts'
import { type SyslogOutput, startSyslog } from './syslog.ts'
import { syslogFrame, syslogMessage } from './syslog-format.ts'

const t = await testApp()
const own = await certificateFor('siem')
const other = await certificateFor('other')
const patience = { timeout: 20_000, interval: 20 }
const pace = { everyMs: 30, longestMs: 200 }

const outputs: SyslogOutput[] = []
afterEach(async () => {
  for (const output of outputs.splice(0)) await output.stop()
})

const said: string[] = []
const log = { warn: (_: object, text: string) => said.push(text), info: (text: string) => said.push(text) }

type Settings = Parameters<typeof startSyslog>[1]
const settings = (port: number, more: Partial<Settings> = {}): Settings => ({
  ...{ host: '127.0.0.1', port, caFile: own.certFile, certFile: undefined, keyFile: undefined, ...more },
})
const start = (config: Settings) => {
  const output = startSyslog(t, config, log as never, pace)
  outputs.push(output)
  return output
}

async function attempt(email: string, address: string) {
  await signIn(t.app, email, { password: 'Not-The-One-11', address })
  await t.security.flush()
}

const entriesIn = (messages: string[]) =>
  messages.map((message) => JSON.parse(message.slice(message.indexOf('] {') + 2)) as SecurityEntry)
const networksIn = (messages: string[]) => [...new Set(entriesIn(messages).map(({ network }) => network))]

const entry: SecurityEntry = {
  ...{ id: 7, at: '2026-03-04T10:00:00.000Z', lastAt: '2026-03-04T10:00:05.000Z', kind: 'sign-in-failed' },
  ...{
    count: 3,
    personId: null,
    person: 'Ärger "quoted"] \\',
    isProgram: false,
    by: null,
    account: 'a"b]c\\d',
    keyId: null,
  },
  ...{
    address: '10.0.0.1',
    network: '10.0.0.1',
    userAgent: null,
    requestId: 'r',
    detail: { reason: 'wrong' },
  },
  auditId: null,
}

test('a message has the form of RFC 5424, with values escaped and only ASCII', () => {
  const message = syslogMessage(entry, { host: 'ats host', process: 12 })
  expect(message).toMatch(/^[ -~]+$/)
  expect(message.slice(0, message.indexOf('] {') + 1)).toBe(
    '<84>1 2026-03-04T10:00:05.000Z ats_host ats 12 sign-in-failed [ats@32473 id="7" kind="sign-in-failed"' +
      ' count="3" account="a\\"b\\]c\\\\d" network="10.0.0.1" address="10.0.0.1"]',
  )
  expect(entriesIn([message])).toEqual([entry])
  expect(syslogFrame('abc')).toBe('3 abc')
})

test('entries arrive once, from one of several workers', async () => {
  const server = await syslogServer(own)
  start(settings(server.port))
  start(settings(server.port))
  await vi.waitFor(() => expect(server.connections()).toBeGreaterThan(0), patience)
  for (let n = 0; n < 5; n += 1) await attempt(`sent${n}@example.com`, `10.10.0.${n}`)
  await vi.waitFor(() => expect(networksIn(server.messages)).toHaveLength(5), patience)
  expect(server.messages).toHaveLength(5)
})

test('entries wait while the server is down, and none is missing afterwards', async () => {
  const server = await syslogServer(own)
  start(settings(server.port))
  await vi.waitFor(() => expect(server.connections()).toBe(1), patience)
  await attempt('before@example.com', '10.10.1.1')
  await vi.waitFor(() => expect(networksIn(server.messages)).toContain('10.10.1.1'), patience)
  await server.stop()
  await attempt('down@example.com', '10.10.1.2')
  await vi.waitFor(() => expect(said.join()).toContain('cannot be sent to the syslog server'), patience)
  await attempt('down@example.com', '10.10.1.3')
  await server.start()
  await vi.waitFor(
    () => expect(networksIn(server.messages)).toEqual(expect.arrayContaining(['10.10.1.2', '10.10.1.3'])),
    patience,
  )
  await vi.waitFor(
    () => expect(said).toContain('the security feed is sent to the syslog server again'),
    patience,
  )
})

test('a worker that starts again goes on where the last one stopped', async () => {
  const server = await syslogServer(own)
  await start(settings(server.port)).stop()
  await attempt('between@example.com', '10.10.2.1')
  start(settings(server.port))
  await vi.waitFor(() => expect(networksIn(server.messages)).toEqual(['10.10.2.1']), patience)
})

test('nothing is sent to a server with a wrong certificate, and log and doctor say so', async () => {
  const server = await syslogServer(other)
  said.splice(0)
  const output = start(settings(server.port))
  await attempt('secret@example.com', '10.10.3.1')
  await vi.waitFor(() => expect(said.join()).toMatch(/cannot be sent .*certificate/), patience)
  const problem = () =>
    t.db.selectFrom('security_outputs').select(['problem', 'failing_since']).executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect((await problem()).problem).toMatch(/certificate/), patience)
  expect([server.messages, said.length]).toEqual([[], 1])
  const finding = async () => {
    const environment = {
      ...{ DATABASE_URL: t.config.databaseUrl, DATA_DIR: t.config.dataDir, SECRET: t.config.secret },
      ...{ ORIGIN: 'http://127.0.0.1:9', SYSLOG_URL: `syslog+tls://127.0.0.1:${server.port}` },
      SYSLOG_CA: own.certFile,
    }
    return (await examine(environment)).find(({ check }) => check === 'syslog')
  }
  expect(await finding()).toMatchObject({ state: 'failed', detail: expect.stringMatching(/certificate/) })
  await server.stop()
  await server.start(own)
  await vi.waitFor(() => expect(networksIn(server.messages)).toEqual(['10.10.3.1']), patience)
  await vi.waitFor(async () => expect((await problem()).failing_since).toBeNull(), patience)
  await output.stop()
  expect(await finding()).toMatchObject({ state: 'ok' })
}, 60_000)

test('a certificate for another name is wrong, too', async () => {
  const named = await certificateFor('named', 'DNS:siem.example.com')
  const server = await syslogServer(named)
  said.splice(0)
  start(settings(server.port, { caFile: named.certFile }))
  await vi.waitFor(() => expect(said.join()).toMatch(/does not match certificate/), patience)
  expect(server.messages).toEqual([])
})

test('a server that wants a client certificate gets it', async () => {
  const client = await certificateFor('client')
  const server = await syslogServer(own, client.certFile)
  start(settings(server.port, client))
  await vi.waitFor(() => expect(server.connections()).toBe(1), patience)
  await attempt('client@example.com', '10.10.4.1')
  await vi.waitFor(() => expect(networksIn(server.messages)).toContain('10.10.4.1'), patience)
})
