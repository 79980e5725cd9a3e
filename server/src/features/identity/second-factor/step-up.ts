import type { Actor } from '#kernel/actor.ts'
import type { Db } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { countTry, takeBackTry } from '#kernel/http/throttle.ts'
import type { Services } from '#kernel/services.ts'
import { limitsOf } from './complete-second-step.ts'
import { methodsOf } from './factor-queries.ts'
import { requestOptions } from './passkeys.ts'
import { type Proof, useProof } from './second-step.ts'
import { beginSetup, lockAccount, takeChallenge } from './set-up.ts'

type Needed = Pick<Services, 'db' | 'config'>

/** Options to prove a passkey within a session; they replace a set-up that this person has begun. */
export async function askForPasskey({ db, config }: Needed, actor: Actor) {
  const options = await requestOptions(db, config, actor.id)
  await beginSetup(db, actor, { challenge: options.challenge })
  return options
}

/**
 * What asks for the second factor again within a session. Tries are counted at once; the proof is used up in the transaction
 * of what it confirms. The result is false if the person has no second factor.
 */
export async function proofOfFactor({ db, config }: Needed, actor: Actor, proof: Proof) {
  if ((await methodsOf(db, actor.id)).length === 0) return async (_tx: Db) => false
  if (proof.code === undefined && proof.recoveryCode === undefined && proof.passkey === undefined)
    throw new Problem('second-step-needed')
  const limits = limitsOf(actor.id, proof)
  await countTry(db, config.secret, limits)
  const challenge = proof.passkey === undefined ? null : await takeChallenge(db, actor)
  return async (tx: Db) => {
    await lockAccount(tx, actor.id)
    await useProof(tx, config, { userId: actor.id, challenge }, proof)
    await takeBackTry(tx, config.secret, limits)
    return true
  }
}
