import { mkdtemp, rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { settingsFor } from '#test/ldap-server.ts'
import {
  type Asked,
  ber,
  entry,
  lyingLdap,
  message,
  result,
  succeed,
  tlsInFrontOf,
} from '#test/lying-ldap.ts'
import { makeAuthority } from '../../../../../../scripts/ldap/certificates.ts'
import { base } from '../../../../../../scripts/ldap/people.ts'
import { freePort } from '../../../../../../scripts/processes.ts'
import { guidText } from './entry.ts'
import type { DirectoryFailure } from './failure.ts'
import { identify } from './ldap.ts'

const [login, password] = ['asha@example.org', 'Copper-Kettle-91']
const asha = { mail: login, entryUUID: '6b1f5e9e-0000-4000-8000-000000000001', givenName: 'Asha', sn: 'Rao' }
const dn = `uid=asha,ou=people,${base}`

let made = 0
function ask(url: string, more: Record<string, unknown> = {}) {
  made += 1
  const settings = settingsFor(url, { timeoutMs: 700, ...more })
  return identify({ id: `lying ${made}`, settings, secret: 'secret' }, login, password)
}
const reasonOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (error: DirectoryFailure) => error.reason,
  )

/** Accepts every bind and finds these entries. */
const finding =
  (...entries: [string, Record<string, string | Buffer>][]) =>
  (asked: Asked, socket: Socket) => {
    if (asked.operation === 'search')
      for (const [name, attributes] of entries) socket.write(entry(asked.id, name, attributes))
    succeed(asked, socket)
  }

test('a truthful entry is believed', async () => {
  const { url, asked } = await lyingLdap(finding([dn, asha]))
  expect(await ask(url)).toMatchObject({
    dn,
    subject: asha.entryUUID,
    email: login,
    name: 'Asha',
    lastname: 'Rao',
  })
  expect(asked.filter(({ operation }) => operation === 'bind').map((one) => one.dn)).toEqual([
    `cn=service,${base}`,
    dn,
  ])
})

test.each([
  ['of another person', dn, { ...asha, mail: 'boss@example.org' }],
  ['without the login', dn, { entryUUID: asha.entryUUID }],
  ['outside the base', 'uid=asha,dc=elsewhere', asha],
  ['of the base itself', base, asha],
  ['without a name', '', asha],
  ['named like a SASL mechanism', 'EXTERNAL', asha],
])('an entry %s is not bound to with the password', async (_name, name, attributes) => {
  const { url, asked } = await lyingLdap(finding([name, attributes]))
  expect(await ask(url)).toBeUndefined()
  expect(asked.some((one) => one.password === password)).toBe(false)
})

test('two entries are nobody, and the password stays here', async () => {
  const { url, asked } = await lyingLdap(finding([dn, asha], [`uid=b,${base}`, asha]))
  expect(await ask(url)).toBeUndefined()
  expect(asked.some((one) => one.password === password)).toBe(false)
})

test('somebody unknown takes the same steps as a person with a wrong password', async () => {
  const steps = async (entries: [string, Record<string, string>][]) => {
    const { url, asked } = await lyingLdap((one, socket) => {
      if (one.operation === 'bind' && one.password !== 'secret') socket.write(result(one.id, 0x61, 49))
      else finding(...entries)(one, socket)
    })
    expect(await ask(url)).toBeUndefined()
    return asked.map(({ operation }) => operation)
  }
  expect(await steps([])).toEqual(await steps([[dn, asha]]))
})

test('an entry without an id is an error of the settings', async () => {
  const { entryUUID: _id, ...rest } = asha
  const { url } = await lyingLdap(finding([dn, rest]))
  expect(await reasonOf(ask(url))).toBe('settings')
})

test('an objectGUID is read as bytes, even if they are text', async () => {
  const settings = { subjectAttribute: 'objectGUID' }
  const bytes = Buffer.from('\ufeffabcdefghijklm')
  const { url } = await lyingLdap(finding([dn, { mail: login, objectGUID: bytes }]))
  expect((await ask(url, settings))?.subject).toBe(guidText(bytes))
  expect(guidText(Buffer.from('33221100554477668899aabbccddeeff', 'hex'))).toBe(
    '00112233-4455-6677-8899-aabbccddeeff',
  )
  const short = await lyingLdap(finding([dn, { mail: login, objectGUID: 'short' }]))
  expect(await reasonOf(ask(short.url, settings))).toBe('malformed')
})

test.each([
  [51, 'unreachable'],
  [52, 'unreachable'],
  [8, 'settings'],
  [10, 'referral'],
])('result code %d to the bind of a person is a failure: %s', async (code, reason) => {
  const { url } = await lyingLdap((asked, socket) => {
    if (asked.operation === 'bind' && asked.dn === dn) socket.write(result(asked.id, 0x61, code))
    else finding([dn, asha])(asked, socket)
  })
  expect(await reasonOf(ask(url))).toBe(reason)
})

test('a port where nothing listens is unreachable', async () => {
  expect(await reasonOf(ask(`ldap://127.0.0.1:${await freePort()}`))).toBe('unreachable')
})

test.each(['bind', 'search'] as const)('a server that never replies to a %s times out', async (silent) => {
  const { url } = await lyingLdap((asked, socket) => {
    if (asked.operation !== silent) succeed(asked, socket)
  })
  const began = Date.now()
  expect(await reasonOf(ask(url))).toBe('timeout')
  expect(Date.now() - began).toBeLessThan(3000)
})

test('a server that accepts connections and never speaks TLS times out', async () => {
  const { url } = await lyingLdap(() => undefined)
  expect(await reasonOf(ask(url.replace('ldap:', 'ldaps:')))).toBe('timeout')
})

test('a server that dies in the middle of a response is unreachable', async () => {
  const { url } = await lyingLdap((asked, socket) => {
    if (asked.operation === 'search') socket.end(entry(asked.id, dn, asha).subarray(0, 40))
    else succeed(asked, socket)
  })
  expect(await reasonOf(ask(url))).toBe('unreachable')
})

test('a huge entry is rejected', async () => {
  const { url } = await lyingLdap(finding([dn, { ...asha, sn: 'x'.repeat(8_000_000) }]))
  expect(await reasonOf(ask(url, { timeoutMs: 5000 }))).toBe('too-large')
})

test('endless entries are rejected', async () => {
  const { url } = await lyingLdap((asked, socket) => {
    if (asked.operation !== 'search') return succeed(asked, socket)
    const one = entry(asked.id, dn, { sn: 'x'.repeat(50_000) })
    const more = () => {
      while (!socket.destroyed && socket.write(one));
    }
    socket.on('drain', more)
    more()
  })
  expect(await reasonOf(ask(url, { timeoutMs: 5000 }))).toBe('too-large')
})

test.each([
  ['lengths that do not fit', message(3, ber(0x64, ber(0x04, dn), ber(0x04, Buffer.from([0x04, 0x7f]))))],
  ['another protocol', Buffer.from('220 smtp.example.org ESMTP\r\n')],
])('a response with %s is malformed', async (_name, bytes) => {
  const { url } = await lyingLdap((asked, socket) => {
    if (asked.operation === 'search') socket.write(bytes)
    else succeed(asked, socket)
  })
  expect(await reasonOf(ask(url))).toBe('malformed')
})

test('a response to another request is ignored', async () => {
  const { url } = await lyingLdap((asked, socket) => {
    if (asked.dn === dn) socket.write(result(asked.id + 1, 0x61, 0))
    else finding([dn, asha])(asked, socket)
  })
  expect(await reasonOf(ask(url))).toBe('timeout')
})

const folder = await mkdtemp(join(tmpdir(), 'ats-lying-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const authority = await makeAuthority(folder)
const stranger = await makeAuthority(folder, 'stranger')

test.each([
  ['signed by a stranger', () => stranger.issue('strange', 'IP:127.0.0.1'), 'certificate'],
  ['that has expired', () => authority.issue('expired', 'IP:127.0.0.1', -1), 'certificate'],
  ['for another host', () => authority.issue('other', 'DNS:ldap.example.org'), 'certificate'],
  ['that is right', () => authority.issue('right', 'IP:127.0.0.1'), 'none'],
])('a certificate %s: %s', async (_name, issue, reason) => {
  const { url, asked } = await lyingLdap(finding([dn, asha]))
  const front = await tlsInFrontOf(Number(new URL(url).port), await issue())
  expect(await reasonOf(ask(front, { caCertificate: authority.pem }))).toBe(reason)
  if (reason !== 'none') expect(asked).toEqual([])
})

test('without a certificate of its own, a private authority is not trusted', async () => {
  const { url } = await lyingLdap(succeed)
  const front = await tlsInFrontOf(Number(new URL(url).port), await authority.issue('own', 'IP:127.0.0.1'))
  expect(await reasonOf(ask(front))).toBe('certificate')
})

test.each([
  ['stripped', (id: number) => result(id, 0x78, 2)],
  [
    'followed by bytes before encryption',
    (id: number) => Buffer.concat([result(id, 0x78, 0), result(2, 0x61, 0)]),
  ],
  ['replaced by a bind', (id: number) => result(id, 0x61, 0)],
])('no password is sent if StartTLS is %s', async (_name, respond) => {
  const { url, asked } = await lyingLdap((one, socket) => {
    socket.write(one.operation === 'extended' ? respond(one.id) : result(one.id, 0x61, 0))
  })
  expect(await reasonOf(ask(url, { startTls: true }))).toBe('not-encrypted')
  expect(asked.map(({ operation }) => operation)).toEqual(['extended'])
})

test('a server that grants StartTLS and goes on unencrypted is not spoken to', async () => {
  const { url, asked } = await lyingLdap((one, socket) => {
    socket.removeAllListeners('data')
    socket.write(result(one.id, 0x78, 0))
    setTimeout(() => socket.write(result(2, 0x61, 0)), 50)
  })
  expect(await reasonOf(ask(url, { startTls: true }))).toMatch(/unreachable|certificate/)
  expect(asked).toHaveLength(1)
})

test('a connection that ends after StartTLS is never replaced by an unencrypted one', async () => {
  const { url, asked } = await lyingLdap((one, socket) => {
    socket.end(result(one.id, 0x78, 0))
  })
  expect(await reasonOf(ask(url, { startTls: true }))).toBe('unreachable')
  expect(asked.every(({ operation }) => operation === 'extended')).toBe(true)
})
