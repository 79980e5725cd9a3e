import { randomUUID } from 'node:crypto'
import { secondFactor } from '@ats/contract/identity/second-factor.ts'
import { newSecret } from '#kernel/secrets.ts'
import { type Person, type TestApp, testPassword } from './app.ts'
import { newAuthenticator } from './authenticator.ts'
import type { Rows } from './matrix-row.ts'
import { codeOf, withTotp } from './second-factor.ts'
import { administratorOf } from './stock.ts'

const password = { body: { password: testPassword } }

/** A begun sign-in of a person who is none of the callers. */
async function begunStep(t: TestApp) {
  const person = await t.person()
  const totp = await withTotp(t, person)
  const { secret: token, hash: token_hash } = newSecret()
  await t.db
    .insertInto('sign_in_steps')
    .values({ token_hash, user_id: person.id, expires_at: '2999-01-01' })
    .execute()
  return { token, totp }
}

/** The caller; for a request without a session the administrator. */
const callerOf = async (t: TestApp, as: Person | null) => as ?? (await administratorOf(t))

async function ownPasskey(t: TestApp, as: Person | null) {
  const { id: user_id } = await callerOf(t, as)
  const values = {
    ...{ user_id, credential_id: randomUUID(), public_key: Buffer.from('key'), counter: 0, name: 'Key' },
    transports: [],
  }
  return t.db.insertInto('passkeys').values(values).returning('id').executeTakeFirstOrThrow()
}

async function ownDevice(t: TestApp, as: Person | null) {
  const { id: user_id } = await callerOf(t, as)
  const { hash: token_hash } = newSecret()
  const values = { user_id, token_hash, address: '127.0.0.1', agent: 'test', expires_at: '2999-01-01' }
  return t.db.insertInto('remembered_devices').values(values).returning('id').executeTakeFirstOrThrow()
}

export const secondFactorRows: Rows<'secondSteps' | 'secondFactor'> = {
  'secondSteps.passkeyOptions': { input: async (t) => ({ body: { token: (await begunStep(t)).token } }) },
  'secondSteps.complete': {
    input: async (t) => {
      const { token, totp } = await begunStep(t)
      return { body: { token, code: totp.code() } }
    },
  },
  'secondFactor.get': {},
  'secondFactor.beginTotp': { input: async () => password },
  'secondFactor.confirmTotp': {
    input: async (t, as) => {
      const { secret } = (await t.call(await callerOf(t, as), secondFactor.beginTotp, password)).body
      return { body: { code: secret === undefined ? '123456' : codeOf(secret) } }
    },
  },
  'secondFactor.removeTotp': {
    input: async (t, as) => {
      if (as === null) return password
      await t.db.deleteFrom('totp_factors').where('user_id', '=', as.id).execute()
      await withTotp(t, as)
      return password
    },
  },
  'secondFactor.beginPasskey': { input: async () => password },
  'secondFactor.addPasskey': {
    input: async (t, as) => {
      const { options } = (await t.call(await callerOf(t, as), secondFactor.beginPasskey, password)).body
      const challenge = String(options?.challenge ?? 'none')
      return { body: { name: 'Key', response: newAuthenticator().create({ challenge }) } }
    },
  },
  'secondFactor.renamePasskey': {
    input: async (t, as) => ({ params: await ownPasskey(t, as), body: { name: 'Other' } }),
  },
  'secondFactor.removePasskey': {
    input: async (t, as) => ({ params: await ownPasskey(t, as), ...password }),
  },
  'secondFactor.newRecoveryCodes': {
    input: async (t, as) => {
      await ownPasskey(t, as)
      return password
    },
  },
  'secondFactor.forgetDevice': { input: async (t, as) => ({ params: await ownDevice(t, as) }) },
  'secondFactor.reset': {
    input: async (t) => {
      const person = await t.person({ role: 'User Management' })
      await withTotp(t, person)
      return { params: { id: person.id } }
    },
    elsewhere: 404,
  },
}
