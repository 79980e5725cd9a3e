import { setTimeout as delay } from 'node:timers/promises'
import { onDatabase } from '../scripts/postgres/databases.ts'
import { newSecret } from '../server/src/kernel/secrets.ts'

/** What the people sent, what was acknowledged, and which responses they got. */
export type Calls = {
  sent: Set<string>
  acked: Set<string>
  ok: number
  refused: number
  cut: number
  slowestMs: number
  strange: Map<string, number>
}

/** `process` faults may cut off a request; faults of the database may not. */
export type Phase = { name: string; cutsCalls: boolean }

type Answer = { status: number; body: unknown; retryMs: number }
type Person = {
  name: string
  headers: Record<string, string>
  call(method: string, path: string, body?: object, key?: string): Promise<Answer>
}

export const messageOf = (text: string) => /"message":"([^"]*)"/.exec(text)?.[1] ?? text.slice(0, 200)

const patienceMs = 30_000
const longestPauseMs = 1000

/** Separate accounts and sessions, written into the database: fifty sign-ins would be throttled. */
export async function admit(url: string, count: number): Promise<Record<string, string>[]> {
  const secrets = Array.from({ length: count }, () => ({ token: newSecret('ats_'), cookie: newSecret() }))
  const hex = (secret: { hash: Buffer }) => `'\\x${secret.hash.toString('hex')}'::bytea`
  const rows = secrets.map(({ token, cookie }, at) => `(${at}, ${hex(token)}, ${hex(cookie)})`)
  await onDatabase(
    url,
    `with given (number, token, cookie) as (values ${rows.join()}), people as (
      insert into users (name, email, password_hash, role_id, city_id)
      select 'Person', 'person' || given.number || '@faults.example', u.password_hash, u.role_id, u.city_id
      from given, (select * from users where email = 'admin@example.com') as u returning id, email)
    insert into sessions (user_id, token_hash, cookie_hash, address, agent, expires_at)
    select people.id, token, cookie, '127.0.0.1', 'faults', now() + interval '1 day'
    from given join people on people.email = 'person' || given.number || '@faults.example'`,
  )
  return secrets.map(({ token, cookie }) => ({
    authorization: `Bearer ${token.secret}`,
    cookie: `ats_session=${cookie.secret}`,
  }))
}

/** People read and write until they are stopped, whatever the responses are. Each group has its own names. */
export function startPeople(
  address: string,
  sessions: Record<string, string>[],
  random: () => number,
  group = 'P',
) {
  const calls: Calls = {
    ...{ sent: new Set<string>(), acked: new Set<string>(), strange: new Map<string, number>() },
    ...{ ok: 0, refused: 0, cut: 0, slowestMs: 0 },
  }
  const state = { phase: { name: 'calm', cutsCalls: false } as Phase, stopped: false }
  const people = sessions.map((headers, at) =>
    live(personOf(`${group}${at}`, address, headers, calls, state)),
  )

  async function live(person: Person) {
    for (let round = 0; !state.stopped; round += 1) {
      await day(person, `${person.name}-${round}`, calls, state)
      await delay(50 + random() * 200)
    }
  }
  return {
    calls,
    during: (phase: Phase) => {
      state.phase = phase
    },
    async stop() {
      state.stopped = true
      await Promise.all(people)
    },
  }
}

type State = { phase: Phase; stopped: boolean }

function personOf(
  name: string,
  address: string,
  headers: Record<string, string>,
  calls: Calls,
  state: State,
): Person {
  const note = (what: string) => calls.strange.set(what, (calls.strange.get(what) ?? 0) + 1)
  return {
    name,
    headers,
    async call(method, path, body, key) {
      // A response is judged by the phase at its start as well as at its end.
      const began = state.phase
      const started = Date.now()
      try {
        const answer = await fetch(`${address}${path}`, {
          method,
          headers: {
            ...headers,
            ...(body && { 'content-type': 'application/json' }),
            ...(key !== undefined && { 'idempotency-key': key }),
          },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(patienceMs),
        })
        const text = await answer.text()
        const { status } = answer
        // The proxy's response if an API server closed the connection during a request.
        if (status === 502 || status === 504) throw new Error(`the proxy answered ${status}`)
        if (status < 300) calls.ok += 1
        else if (status === 503) calls.refused += 1
        const retryAfter = answer.headers.get('retry-after')
        if (status === 503 && retryAfter === null)
          note(`503 without Retry-After during ${state.phase.name}: ${messageOf(text)}`)
        else if (status >= 300 && status !== 503 && status !== 409)
          note(`${method} ${path.replace(/[0-9a-f-]{36}/, ':id')} answered ${status}: ${messageOf(text)}`)
        return {
          status,
          body: status < 300 ? JSON.parse(text) : undefined,
          retryMs: Math.min(Number(retryAfter ?? 1) * 1000, longestPauseMs),
        }
      } catch (error) {
        calls.cut += 1
        if (!began.cutsCalls && !state.phase.cutsCalls)
          note(`a call was cut off during ${state.phase.name}: ${(error as Error).cause ?? error}`)
        return { status: 0, body: undefined, retryMs: longestPauseMs / 4 }
      } finally {
        calls.slowestMs = Math.max(calls.slowestMs, Date.now() - started)
      }
    },
  }
}

/** One action of each kind. If the result is unknown, only requests with an idempotency key are sent again. */
async function day(person: Person, name: string, calls: Calls, state: State) {
  const write = async (key: string, send: () => Promise<Answer>, isDone = (_body: unknown) => true) => {
    calls.sent.add(key)
    const answer = await send()
    if (answer.status >= 200 && answer.status < 300 && isDone(answer.body)) calls.acked.add(key)
    return answer
  }
  const register = () => {
    const tag = `REG-${name}`
    const body = { rfidTag: tag, assetName: 'Office Chair', location: 'indore' }
    return write(tag, () => person.call('POST', '/api/assets/register', body, tag))
  }
  let made = await register()
  while ([0, 409, 503].includes(made.status) && !state.stopped) {
    await delay(made.retryMs)
    made = await register()
  }
  await person.call('GET', '/api/assets?size=25&location=indore')
  await write(`BRAND-${name}`, () => person.call('POST', '/api/v1/masters/brand', { name: `BRAND-${name}` }))
  await person.call('GET', '/api/v1/me')
  const { asset } = (made.body ?? {}) as { asset?: { _id: string } }
  if (asset === undefined) return
  await write(`EDIT-${name}`, () => person.call('PUT', `/api/assets/${asset._id}`, { model: `EDIT-${name}` }))
  await person.call('GET', `/api/assets/${asset._id}`)
  const wish = { assets: asset._id, newState: 'Not-Working', reason: `STATE-${name}` }
  await write(
    `STATE-${name}`,
    () => person.call('POST', '/api/v1/state-changes', wish),
    (body) => (body as { done: number }).done === 1,
  )
  await person.call('GET', '/dashboard/counts')
}
