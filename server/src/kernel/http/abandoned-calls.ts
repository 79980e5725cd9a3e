import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type pg from 'pg'
import { cancelStatement } from '#kernel/db/cancel.ts'
import { Problem } from './problem.ts'

const answers = new AsyncLocalStorage<ServerResponse>()

/** Whatever the pool is asked during this work is given up once nobody waits for the answer any more. */
export const whileAwaited = <T>(answer: ServerResponse, work: () => T): T => answers.run(answer, work)

/**
 * A connection for the call that is under way. If its caller leaves, the statement on it is cancelled and the connection
 * closed, so that a cancellation that comes late meets no other call.
 */
export async function forThisCall(connecting: Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  const answer = answers.getStore()
  const client = await connecting
  if (answer === undefined) return client
  if (answer.destroyed) {
    client.release()
    throw new Problem('caller-left')
  }
  const release = client.release.bind(client)
  let isGivenUp = false
  const giveUp = () => {
    isGivenUp = true
    // Where it cannot be cancelled, its time limit ends it.
    cancelStatement(client).catch(() => undefined)
  }
  answer.once('close', giveUp)
  client.release = (error) => {
    answer.off('close', giveUp)
    release(isGivenUp || error)
  }
  return client
}
