import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { keepOwnFieldIndexes, startOwnFieldIndexes } from '#features/own-fields/indexing.ts'
import { openDatabase } from '#kernel/db/db.ts'

const url = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'DATABASE_URL is needed, as the owner of the database',
})

/** A build takes as long as it takes. */
const limits = { connections: 3, waiters: 10, statementMs: 0, lockMs: 0, part: 'worker' } as const
const askAgainMs = 1000

const log = {
  info: (facts: object, text: string) => console.log(`${text}: ${Object.values(facts).join(', ')}`),
}

/**
 * Builds and drops the indexes of fields, for installations whose worker does not own the database: once, or
 * with `--follow` until it is stopped.
 */
export async function runFieldIndexes(words: string[], variables: Record<string, string | undefined>) {
  const { values } = parseArgs({ args: words, options: { follow: { type: 'boolean' } } })
  const { db, close } = openDatabase(url.parse(variables.DATABASE_URL), limits)
  if (values.follow !== true) {
    // Somebody else who is at it may have begun before the last change.
    while (!(await keepOwnFieldIndexes({ db, log }))) await delay(askAgainMs)
    await close()
    return console.log('The indexes of all fields are as they should be')
  }
  const following = startOwnFieldIndexes(db, log, (error) =>
    console.error(error instanceof Error ? error.message : error),
  )
  const end = async () => {
    await following.stop()
    await close()
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
}
