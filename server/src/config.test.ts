import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const secret = '8c2f1f6f0c5d4f0b9a7e3d2c1b0a99887766554433221100'
const good = {
  DATABASE_URL: 'postgres://ats@127.0.0.1/ats',
  DATA_DIR: '/var/lib/ats',
  ORIGIN: 'https://assets.example.com',
  SECRET: secret,
}

function problemsOf(variables: Record<string, string | undefined>) {
  try {
    readConfig(variables)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}
const namesIn = (message: string) => [...message.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)

test('four variables are enough, and the rest has sound values', () => {
  expect(readConfig(good)).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    origin: 'https://assets.example.com',
    demo: false,
    trustProxy: false,
    metrics: undefined,
    mail: undefined,
    timeZone: 'UTC',
    checkReplies: false,
    sessionDays: 30,
    sessionIdleMinutes: 720,
    databaseLimits: { connections: 20, waiters: 200, statementMs: 15_000, lockMs: 5000 },
  })
})

test('every problem is said at once', () => {
  const message = problemsOf({
    DATABASE_URL: 'mysql://x',
    PORT: '99999',
    ORIGIN: 'ftp://example.com',
    SECRET: 'short',
    SMTP_URL: 'http://mail',
    TIME_ZONE: 'Indore',
    DEMO: 'yes',
    LOG_LEVEL: 'loud',
    SESSION_DAYS: '0',
    DATABASE_CONNECTIONS: 'many',
  })
  const expected = [
    'DATABASE_URL',
    'PORT',
    'ORIGIN',
    'SECRET',
    'DATA_DIR',
    'SMTP_URL',
    'TIME_ZONE',
    'DEMO',
    'LOG_LEVEL',
  ]
  expect(namesIn(message).sort()).toEqual([...expected, 'SESSION_DAYS', 'DATABASE_CONNECTIONS'].sort())
})

test('nothing at all is four problems, each with a text that helps', () => {
  const message = problemsOf({})
  expect(namesIn(message).sort()).toEqual(['DATABASE_URL', 'DATA_DIR', 'ORIGIN', 'SECRET'])
  expect(message).toContain('DATABASE_URL: must be a postgres:// address')
  expect(message).toContain('SECRET: needs at least 32 characters')
  expect(message).toContain('DATA_DIR: must name a folder')
})

test('an empty variable counts as one that is not set', () => {
  expect(readConfig({ ...good, PORT: '', SMTP_URL: '', METRICS_PORT: '' })).toMatchObject({ port: 8080 })
  expect(namesIn(problemsOf({ ...good, SECRET: '' }))).toEqual(['SECRET'])
})

test.each([
  ['short', 'needs at least 32 characters'],
  ['x'.repeat(31), 'needs at least 32 characters'],
  [`change-me-${secret}`, 'is an example'],
  [`CHANGEME${secret}`, 'is an example'],
  [`development${secret}`, 'is an example'],
])('the secret %s is refused', (given, text) => {
  expect(problemsOf({ ...good, SECRET: given })).toContain(`SECRET: ${text}`)
})

test('a refused secret is not repeated in the message', () => {
  expect(problemsOf({ ...good, SECRET: 'my-own-secret-value' })).not.toContain('my-own')
})

test('only the demo does without a secret and an origin', () => {
  const { DATABASE_URL, DATA_DIR } = good
  expect(readConfig({ DATABASE_URL, DATA_DIR, DEMO: 'true', PORT: '9090' })).toMatchObject({
    demo: true,
    origin: 'http://127.0.0.1:9090',
  })
  expect(namesIn(problemsOf({ DATABASE_URL, DATA_DIR, DEMO: 'false' })).sort()).toEqual(['ORIGIN', 'SECRET'])
})

test('production refuses the demo, with and without what the demo does without', () => {
  const { DATABASE_URL, DATA_DIR } = good
  const demo = { NODE_ENV: 'production', DEMO: 'true' }
  expect(namesIn(problemsOf({ DATABASE_URL, DATA_DIR, ...demo }))).toEqual(['DEMO'])
  expect(namesIn(problemsOf({ ...good, ...demo }))).toEqual(['DEMO'])
  expect(readConfig({ ...good, NODE_ENV: 'production', DEMO: 'false' })).toMatchObject({
    demo: false,
    production: true,
  })
})

test('the origin has no slash at its end', () => {
  expect(readConfig({ ...good, ORIGIN: 'https://assets.example.com//' }).origin).toBe(good.ORIGIN)
})

test('mail and metrics are there once they are set', () => {
  const config = readConfig({ ...good, SMTP_URL: 'smtps://u:p@mail.example.com', METRICS_PORT: '9100' })
  expect(config.mail).toMatchObject({ url: 'smtps://u:p@mail.example.com' })
  expect(config.metrics).toEqual({ host: '127.0.0.1', port: 9100 })
})
