import { endpoints } from '@ats/contract/endpoints.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testApp } from './app.ts'
import { callOf } from './fuzz-calls.ts'
import { knownValues } from './fuzz-known.ts'

const { app, db, person, session } = await testApp()
const admin = await person({ role: 'Admin' })
const target = await person({ role: 'Sub User' })
const runs = Number(process.env.FUZZ_RUNS ?? 10)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
console.log(`fuzz: seed ${seed}, ${runs} runs for every endpoint; repeat with FUZZ_SEED=${seed}`)

/** The administrator may lock themselves out, and attempts are throttled: every request starts with a clean state. */
async function freshSession() {
  await sql`delete from throttles`.execute(db)
  await sql`update users set status = 'active', deleted_at = null, role_id = roles.id from roles
    where users.id in (${admin.id}, ${target.id})
      and roles.name = case users.id when ${admin.id} then 'Admin' else 'Sub User' end`.execute(db)
  return session(admin.id)
}

const outcomes: Record<number, number> = {}
afterAll(() => console.log('fuzz: answers by status', outcomes))

/** Without the live stream, which never ends. */
const { live: _, ...ending } = endpoints
const all = Object.entries(ending).flatMap(([group, members]) =>
  Object.entries(members).map(([name, endpoint]) => [`${group}.${name}`, group, endpoint] as const),
)
const known = knownValues()
for (const [, group] of all) known.learn(group, { id: target.id, email: target.email, me: admin.id })

test.each(all)('%s never fails over what it is sent', async (_name, group, endpoint) => {
  const { method } = endpoint
  const neverFails = fc.asyncProperty(callOf(group, endpoint, known), async (call) => {
    const { headers } = await freshSession()
    const { payload, type } = call.content
    const given = { ...call.headers, ...headers }
    const sent =
      method === 'GET' ? { headers: given } : { headers: { ...given, 'content-type': type }, payload }
    const { statusCode, body } = await app.inject({ method, url: call.url, ...sent })
    outcomes[statusCode] = (outcomes[statusCode] ?? 0) + 1
    const data = `-H 'content-type: ${type}' --data-binary ${JSON.stringify(payload.toString().slice(0, 500))}`
    const said = `${statusCode} ${body.slice(0, 300)}\ncurl -X ${method} '${call.url.slice(0, 500)}' ${data}`
    expect(statusCode, said).toBeLessThan(500)
    if (statusCode >= 400) expect(JSON.parse(body), said).toHaveProperty('requestId')
  })
  await fc.assert(neverFails, { numRuns: runs, seed })
})
