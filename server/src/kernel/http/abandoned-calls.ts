import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type pg from 'pg'
import { cancelStatement } from '#kernel/db/cancel.ts'
import { Problem } from './problem.ts'

const answers = new AsyncLocalStorage<ServerResponse>()

/** Queries of this work are cancelled once the client has disconnected. */
export const whileAwaited = <T>(answer: ServerResponse, work: () => T): T => answers.run(answer, work)

/**
 * A connection for the current request. If the client disconnects, its statement is cancelled and the
 * connection closed, so that a late cancellation cannot hit another request.
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
    // If it cannot be cancelled, the statement timeout ends it.
    cancelStatement(client).catch(() => undefined)
  }
  answer.once('close', giveUp)
  client.release = (error) => {
    answer.off('close', giveUp)
    release(isGivenUp || error)
  }
  return client
}
