import type { NewPasskeyResponse, Passkey } from '@ats/contract/identity/second-factor.ts'
import { sql } from 'kysely'
import { credentialsById } from '#features/identity/people/user-queries.ts'
import { sessionIdOf } from '#features/identity/sessions/session-authentication.ts'
import { endSessionsOf } from '#features/identity/sessions/sessions.ts'
import { confirmOwnPassword } from '#features/identity/sessions/sign-in.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { found, invalid, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import type { Services } from '#kernel/services.ts'
import { methodsOf, passkeysOf } from './factor-queries.ts'
import { creationOptions, mostPasskeys, newCredential } from './passkeys.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { newTotp, sealTotp, stepOfCode } from './totp.ts'

type Config = Services['config']

const setupMinutes = 10
const recentMinutes = 10

/**
 * Asks for the password before a factor is changed. People who sign in without one here, with another server,
 * must have done so a few minutes ago.
 */
export async function confirmOwner(db: Db, config: Config, actor: Actor, password: string) {
  const sessionId = sessionIdOf(actor)
  const account = found(await credentialsById(db, actor.id), 'user-not-found')
  if (account.passwordHash !== null) return confirmOwnPassword(db, actor, password, config.secret, 'password')
  const recent = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('created_at', '>', sql<string>`now() - make_interval(mins => ${recentMinutes})`)
    .executeTakeFirst()
  if (recent === undefined) throw new Problem('recent-log-in-needed')
  return account
}

type Setup = { sealed_secret?: Buffer; challenge?: string }

/** One set-up of a person at a time, and only in the session that began it. */
export async function beginSetup(db: Db, actor: Actor, { sealed_secret, challenge }: Setup) {
  const row = {
    session_id: sessionIdOf(actor),
    sealed_secret: sealed_secret ?? null,
    challenge: challenge ?? null,
    expires_at: sql<string>`now() + make_interval(mins => ${setupMinutes})`,
  }
  await db
    .insertInto('second_factor_setups')
    .values({ user_id: actor.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

const sealedSecretOf = async (tx: Db, actor: Actor) => {
  const setup = await tx
    .selectFrom('second_factor_setups')
    .select('sealed_secret')
    .where('user_id', '=', actor.id)
    .where('session_id', '=', sessionIdOf(actor))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  return setup?.sealed_secret
}

const endSetup = (db: Db, actor: Actor) =>
  db.deleteFrom('second_factor_setups').where('user_id', '=', actor.id).execute()

/** Changes of factors, sign-ins and resets of one account follow one another. */
export const lockAccount = (tx: Db, userId: Id) =>
  tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().executeTakeFirstOrThrow()

export async function beginTotp(db: Db, { secret: key }: Config, actor: Actor, { email }: { email: string }) {
  const totp = newTotp(email)
  await beginSetup(db, actor, { sealed_secret: sealTotp(key, actor.id, totp.secret) })
  return totp
}

/** The code that confirms the app is used up by that. */
export async function confirmTotp(tx: Db, { secret: key }: Config, actor: Actor, code: string) {
  await lockAccount(tx, actor.id)
  const sealed = await sealedSecretOf(tx, actor)
  if (!sealed) throw new Problem('setup-over')
  const step = stepOfCode(key, actor.id, sealed, code)
  if (step === undefined) throw invalid('code', 'setup-code-wrong')
  const isFirst = (await methodsOf(tx, actor.id)).length === 0
  const row = { sealed_secret: sealed, last_step: step, created_at: sql<string>`now()`, last_used_at: null }
  await tx
    .insertInto('totp_factors')
    .values({ user_id: actor.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  await record(tx, actor, { action: 'user.authenticator-added', kind: 'user', id: actor.id })
  return finishSetup(tx, actor, isFirst)
}

export async function beginPasskey(
  db: Db,
  config: Config,
  actor: Actor,
  owner: { id: Id; name: string; email: string },
) {
  const known = await passkeysOf(db, actor.id).execute()
  if (known.length >= mostPasskeys) throw new Problem('passkeys-too-many', { most: mostPasskeys })
  const options = await creationOptions(db, config, owner)
  await beginSetup(db, actor, { challenge: options.challenge })
  return options
}

/** Uses up the challenge, whether the response is right or not. */
export async function takeChallenge(db: Db, actor: Actor): Promise<string> {
  const setup = await db
    .deleteFrom('second_factor_setups')
    .where('user_id', '=', actor.id)
    .where('session_id', '=', sessionIdOf(actor))
    .where('expires_at', '>', sql<string>`now()`)
    .returning('challenge')
    .executeTakeFirst()
  if (!setup?.challenge) throw new Problem('setup-over')
  return setup.challenge
}

type NewPasskey = { name: string; response: NewPasskeyResponse; challenge: string }

export async function addPasskey(
  tx: Db,
  config: Config,
  actor: Actor,
  { name, response, challenge }: NewPasskey,
): Promise<{ passkey: Passkey; recoveryCodes: string[] | null }> {
  await lockAccount(tx, actor.id)
  const credential = await newCredential(config, response, challenge)
  if (credential === undefined) throw new Problem('passkey-wrong')
  const isFirst = (await methodsOf(tx, actor.id)).length === 0
  const inserted = tx
    .insertInto('passkeys')
    .values({
      ...{ user_id: actor.id, name, credential_id: credential.id, counter: credential.counter },
      public_key: Buffer.from(credential.publicKey),
      transports: response.response.transports,
    })
    .returning(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .executeTakeFirstOrThrow()
  const passkey = await refusing(inserted, { passkeys_credential_id: () => new Problem('passkey-known') })
  await record(tx, actor, { action: 'user.passkey-added', kind: 'user', id: actor.id })
  return { passkey, ...(await finishSetup(tx, actor, isFirst)) }
}

/** Sessions that were opened without the first factor end, except the one that added it. */
async function finishSetup(tx: Db, actor: Actor, isFirst: boolean) {
  await endSetup(tx, actor)
  if (isFirst) await endSessionsOf(tx, actor.id, sessionIdOf(actor))
  const hasCodes = (await methodsOf(tx, actor.id)).includes('recovery')
  return { recoveryCodes: hasCodes ? null : await makeRecoveryCodes(tx, actor.id) }
}
