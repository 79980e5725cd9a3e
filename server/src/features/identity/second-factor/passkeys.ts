import type { NewPasskeyResponse, PasskeyResponse } from '@ats/contract/identity/second-factor.ts'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import type { Services } from '#kernel/services.ts'

type Config = Pick<Services['config'], 'origin'>

export const mostPasskeys = 20
/** EdDSA, ES256 and RS256, which every authenticator has one of. */
const algorithms = [-8, -7, -257]
const rpName = 'Asset Tracking Solution'

/** Passkeys belong to the host of the installation: another host cannot use them. */
const partyOf = ({ origin }: Config) => ({ origin: new URL(origin).origin, host: new URL(origin).hostname })

const credentialsOf = (db: Db, userId: Id) =>
  db
    .selectFrom('passkeys')
    .select(['credential_id as id', 'transports'])
    .where('user_id', '=', userId)
    .limit(mostPasskeys)
    .execute()

export async function creationOptions(
  db: Db,
  config: Config,
  { id, name, email }: { id: Id; name: string; email: string },
) {
  return generateRegistrationOptions({
    rpName,
    rpID: partyOf(config).host,
    userID: Uint8Array.from(Buffer.from(id)),
    userName: email,
    userDisplayName: name,
    excludeCredentials: await credentialsOf(db, id),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
}

const expected = (config: Config, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: partyOf(config).origin,
  expectedRPID: partyOf(config).host,
  requireUserVerification: false,
})

/** The library throws if a response is for another challenge, origin or host, or is signed wrongly. */
const unlessWrong = <T>(verified: Promise<T>) => verified.catch(() => undefined)

/** The credential that the browser created; undefined if it did not create it for this challenge here. */
export async function newCredential(config: Config, response: NewPasskeyResponse, challenge: string) {
  const verified = await unlessWrong(
    verifyRegistrationResponse({
      ...expected(config, challenge),
      supportedAlgorithmIDs: algorithms,
      response: response as never,
    }),
  )
  return verified?.verified ? verified.registrationInfo.credential : undefined
}

export async function requestOptions(db: Db, config: Config, userId: Id) {
  return generateAuthenticationOptions({
    rpID: partyOf(config).host,
    allowCredentials: await credentialsOf(db, userId),
    userVerification: 'preferred',
  })
}

/**
 * Whether one of the person's passkeys signed the challenge. The counter of a passkey only rises: a lower one
 * comes from a copy of the passkey.
 */
export async function usePasskey(
  tx: Db,
  config: Config,
  userId: Id,
  { response, challenge }: { response: PasskeyResponse; challenge: string },
): Promise<boolean> {
  const passkey = await tx
    .selectFrom('passkeys')
    .select(['id', 'public_key', 'counter'])
    .where('user_id', '=', userId)
    .where('credential_id', '=', response.id)
    .forUpdate()
    .executeTakeFirst()
  if (passkey === undefined) return false
  const verified = await unlessWrong(
    verifyAuthenticationResponse({
      ...expected(config, challenge),
      response: response as never,
      credential: {
        id: response.id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: passkey.counter,
      },
    }),
  )
  if (!verified?.verified) return false
  await tx
    .updateTable('passkeys')
    .set({ counter: verified.authenticationInfo.newCounter, last_used_at: sql`now()` })
    .where('id', '=', passkey.id)
    .execute()
  return true
}
