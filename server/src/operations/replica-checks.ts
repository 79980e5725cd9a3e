import { setTimeout as delay } from 'node:timers/promises'
import { asking, type Connect } from './database-checks.ts'
import { type Check, failed, ok, warning } from './findings.ts'

const patienceMs = 5000
const askAgainMs = 100
// Between two records the position of the primary may already be after the header of its next page.
const sameBytes = 64

type Follower = { follows: boolean; feedback: string; behind: number }

const followerAt = (position: string) => `
  select pg_is_in_recovery() as follows, current_setting('hot_standby_feedback') as feedback,
    pg_wal_lsn_diff('${position}', pg_last_wal_replay_lsn())::float8 as behind`

/** Whether a replica has everything that the primary has now, or receives it within a few seconds. */
const following = (primary: Connect, replica: Connect) => async () => {
  const [atPrimary, atReplica] = [asking(primary), asking(replica)]
  const { position } = await atPrimary<{ position: string }>('select pg_current_wal_insert_lsn() as position')
  const began = Date.now()
  for (;;) {
    const { follows, feedback, behind } = await atReplica<Follower>(followerAt(position))
    const ms = Date.now() - began
    if (!follows) return failed('DATABASE_REPLICA_URL leads to a server that follows no other')
    if (behind > sameBytes && ms < patienceMs) {
      await delay(askAgainMs)
      continue
    }
    if (behind > sameBytes) return warning(`${Math.round(behind / 1024)} kB behind; the primary answers`)
    return feedback === 'on'
      ? ok(`has what the primary had ${ms} ms ago`)
      : warning('hot_standby_feedback is off: long reports and files may be broken off')
  }
}

export const replicaChecks = (primary: Connect, replica: Connect): Record<string, Check> => ({
  replica: following(primary, replica),
})
