import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint, Reply } from '@ats/contract/endpoint.ts'
import type { ProblemBody } from '@ats/contract/problems/body.ts'
import type { InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { insertUser } from '#features/identity/people/users.ts'
import { roleByName } from '#features/identity/roles/role-queries.ts'
import { hashPassword } from '#features/identity/sessions/passwords.ts'
import { newSecret } from '#kernel/secrets.ts'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { onDatabase } from '../../scripts/postgres/databases.ts'
import { cloneDatabase } from './database.ts'

export const testPassword = 'Brass-Lamp-77'
const testHash = await hashPassword(testPassword)
const who = { id: null, requestId: 'test' }

export type Person = {
  id: string
  name: string
  email: string
  token: string
  cookie: string
  headers: Record<string, string>
}
export type Call = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  image?: Uint8Array
  file?: Uint8Array
}
export type Answer<E extends Endpoint> = {
  status: number
  body: Reply<E> & Partial<ProblemBody>
  headers: Record<string, unknown>
  text: string
}

function testConfig(databaseUrl: string, dataDir: string): Config {
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SECRET: 'not-for-anything-real-'.repeat(2),
    ORIGIN: 'http://ats.test',
    LOG_LEVEL: 'error',
    // Tests upload more under one account than a person would.
    IMPORTS_OPEN: '1000',
    IMPORTS_OPEN_IN_ALL: '10000',
    PRINTER_NETWORKS: '127.0.0.1',
  }
  return { ...readConfig(environment), checkReplies: true }
}

/**
 * The real server on its own database, which is dropped after the file's tests. Responses are checked against
 * their schemas. It connects as in production, without rights to change the schema or the ledger; `asOwner`
 * does that for a test.
 */
export async function testApp(overrides: Partial<Config> = {}) {
  const database = await cloneDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'ats-test-'))
  const config = { ...testConfig(database.appUrl, dataDir), ...overrides }
  const { app, services } = await buildApp(config)
  afterAll(async () => {
    await app.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const asOwner = (...statements: string[]) => onDatabase(database.url, ...statements)
  let made = 0

  /** Creates a signed-in person with a role and a home city. */
  async function person({ role = 'User', city = 'Indore', name = 'Test Person' } = {}): Promise<Person> {
    made += 1
    const email = `person${made}@example.com`
    const roleRow = await roleByName(services.db, role)
    if (roleRow === undefined) throw new Error(`There is no role ${role}`)
    const account = { name, email, passwordHash: testHash, roleId: roleRow.id, cityId: await cityId(city) }
    const { _id } = await insertUser(services.db, who, account)
    return { id: _id, name, email, ...(await session(_id)) }
  }

  async function cityId(name: string) {
    const query = services.db
      .selectFrom('places')
      .select('id')
      .where('kind', '=', 'city')
      .where('name', '=', name)
    return (await query.executeTakeFirstOrThrow()).id
  }

  async function session(userId: string) {
    const token = newSecret('ats_')
    const cookie = newSecret()
    await sql`insert into sessions (user_id, token_hash, cookie_hash, address, agent, expires_at)
      values (${userId}, ${token.hash}, ${cookie.hash}, '127.0.0.1', 'test', now() + interval '1 day')`.execute(
      services.db,
    )
    return signedInWith(token.secret, cookie.secret)
  }

  /** Calls an endpoint as a person or anonymously, with valid or invalid input. */
  async function call<E extends Endpoint>(as: Pick<Person, 'headers'> | null, endpoint: E, input: Call = {}) {
    const response = await app.inject({
      ...request(endpoint, input),
      headers: { ...as?.headers, ...contentOf(input) },
    })
    const isJson = String(response.headers['content-type']).startsWith('application/json')
    const body = isJson ? response.json() : response.rawPayload
    return { status: response.statusCode, body, headers: response.headers, text: response.body } as Answer<E>
  }

  return { app, ...services, asOwner, ownerUrl: database.url, person, session, cityId, call }
}
export type TestApp = Awaited<ReturnType<typeof testApp>>

export const signedInWith = (token: string, cookie: string) => ({
  token,
  cookie,
  headers: { authorization: `Bearer ${token}`, cookie: `ats_session=${cookie}` },
})

const boundary = 'test-boundary'

const contentOf = ({ body, image, file }: Call): Record<string, string> => {
  if (file !== undefined) return { 'content-type': 'application/octet-stream' }
  if (image !== undefined) return { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return body === undefined ? {} : { 'content-type': 'application/json' }
}

function request(endpoint: Endpoint, { params = {}, query = {}, body, image, file }: Call): InjectOptions {
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const payload = file ?? (image === undefined ? body : multipart(body, image))
  return { method: endpoint.method, url, query, ...(payload !== undefined && { payload: payload as object }) }
}

function multipart(body: unknown, image: Uint8Array) {
  const fields = Object.entries(body ?? {}).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  return Buffer.concat([Buffer.from(fields.join('') + file), image, Buffer.from(`\r\n--${boundary}--\r\n`)])
}
