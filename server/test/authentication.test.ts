import { assets } from '@ats/contract/assets/assets.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { users } from '@ats/contract/identity/users.ts'
import { live } from '@ats/contract/live.ts'
import { afterAll, expect, test } from 'vitest'
import { actorOf } from '#features/identity/identity.ts'
import type { Strategy } from '#kernel/http/authentication.ts'
import type { Services } from '#kernel/services.ts'
import { buildApp, standardStrategies } from '#server/app.ts'
import { testApp } from './app.ts'

const t = await testApp()
const person = await t.person({ role: 'User' })

const words = new Map([['open sesame', person.id]])
const asked: string[] = []

/** A caller who sends a person's code word acts as that person, without session or cookie. */
const byWord = ({ db }: Services): Strategy => {
  const named = async (word: string, requestId: string) =>
    (await actorOf(db, words.get(word) ?? '00000000-0000-0000-0000-000000000000', requestId)) ?? null
  return {
    by: 'job',
    authenticate(request) {
      const word = request.headers['x-word']?.toString()
      if (word !== undefined) asked.push(word)
      return word === undefined ? undefined : named(word, request.id)
    },
    renew: (actor) => actorOf(db, actor.id, actor.requestId),
  }
}

const { app } = await buildApp(t.config, [...standardStrategies, byWord])
afterAll(() => app.close())

const get = async (url: string, headers: Record<string, string>) => {
  const { statusCode, body } = await app.inject({ method: 'GET', url, headers })
  return { status: statusCode, body }
}

test('a strategy that is added to the list lets people in, with what they may do', async () => {
  const word = { 'x-word': 'open sesame' }
  expect((await get(assets.list.path, word)).status).toBe(200)
  expect(JSON.parse((await get(sessions.me.path, word)).body)).toMatchObject({ _id: person.id })
  expect((await get(users.list.path, word)).status).toBe(403)
  expect((await get(`${live.stream.path}?seconds=0`, word)).status).toBe(200)
})

test('without the strategy in the list the same proof is none', async () => {
  const { statusCode } = await t.app.inject({ url: assets.list.path, headers: { 'x-word': 'open sesame' } })
  expect(statusCode).toBe(401)
})

test('a session is looked for first, and without any proof that is good there is no way in', async () => {
  asked.length = 0
  expect((await get(assets.list.path, person.headers)).status).toBe(200)
  expect((await get(assets.list.path, { ...person.headers, 'x-word': 'wrong' })).status).toBe(200)
  expect(asked).toEqual([])
  expect((await get(assets.list.path, { 'x-word': 'wrong' })).status).toBe(401)
  expect((await get(assets.list.path, {})).status).toBe(401)
})

test('a session that is over is refused, whatever else comes with it', async () => {
  const { headers } = await t.session(person.id)
  await t.db.deleteFrom('sessions').where('user_id', '=', person.id).execute()
  expect((await get(assets.list.path, { ...headers, 'x-word': 'open sesame' })).status).toBe(401)
})

test('who came without a session has none to see or to end', async () => {
  const word = { 'x-word': 'open sesame' }
  expect((await get(sessions.list.path, word)).status).toBe(403)
  const { statusCode } = await app.inject({ method: 'POST', url: sessions.logout.path, headers: word })
  expect(statusCode).toBe(403)
})
