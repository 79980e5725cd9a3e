import type { SecurityKind } from '@ats/contract/security-feed.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { accountMark, noteSecurity } from '#kernel/security/security.ts'
import type { Services } from '#kernel/services.ts'

/** What a failure counts as at this process, and the reason that log and feed give. */
const failures = {
  'sign-in-wrong': { outcome: 'wrong', reason: 'wrong' },
  'second-step-wrong': { outcome: 'wrong', reason: 'second-step' },
  'passkey-wrong': { outcome: 'wrong', reason: 'second-step' },
  'second-step-over': { outcome: 'wrong', reason: 'over' },
  'account-disabled': { outcome: 'disabled', reason: 'disabled' },
  'too-many-tries': { outcome: 'throttled', reason: 'throttled' },
  unavailable: { outcome: 'busy', reason: 'busy' },
  'directory-unavailable': { outcome: 'directory', reason: 'directory' },
  'directory-sign-in-failed': { outcome: 'wrong', reason: 'not-proven' },
  'directory-sign-in-expired': { outcome: 'wrong', reason: 'over' },
  'directory-email-missing': { outcome: 'disabled', reason: 'no-access' },
  'directory-account-exists': { outcome: 'disabled', reason: 'no-access' },
  'directory-no-access': { outcome: 'disabled', reason: 'no-access' },
} as const

const feedKinds: { [reason: string]: SecurityKind } = {
  throttled: 'sign-in-throttled',
  directory: 'directory-unavailable',
}

const isFailure = (code: string): code is keyof typeof failures => code in failures

/** Counts a failed attempt, and adds it to the log and the security feed: which account, from where, and why. */
export function noteFailedSignIn(
  services: Pick<Services, 'config' | 'signIns' | 'security'>,
  request: FastifyRequest,
  { email, user }: { email?: string; user?: Id | undefined },
  error: unknown,
) {
  if (!(error instanceof Problem) || !isFailure(error.code)) return
  const { outcome, reason } = failures[error.code]
  services.signIns[outcome] += 1
  const account = email && accountMark(services.config.secret, email)
  request.log.warn({ reason, account, user, address: request.ip }, 'a sign-in failed')
  noteSecurity(services, request, {
    kind: feedKinds[reason] ?? 'sign-in-failed',
    ...{ account: { id: user, ...(email !== undefined && { email }) }, detail: { reason } },
  })
}

/** One row per account, however many attempts. */
export const rememberFailedSignIn = (db: Db, userId: Id, address: string) =>
  db
    .insertInto('failed_sign_ins')
    .values({ user_id: userId, tries: 1, last_at: sql<string>`now()`, address })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        tries: sql<number>`least(failed_sign_ins.tries + 1, 1000000)`,
        last_at: sql<string>`now()`,
        address,
      }),
    )
    .execute()

export const forgetFailedSignIns = (db: Db, userId: Id) =>
  db.deleteFrom('failed_sign_ins').where('user_id', '=', userId).execute()

/** What an administrator sees of failed attempts, for a query of `users`. */
export const failedSignIns = sql<{
  tries: number
  firstAt: string
  lastAt: string
  address: string
} | null>`(select json_build_object('tries', tries, 'firstAt', first_at, 'lastAt', last_at, 'address', address)
  from failed_sign_ins where failed_sign_ins.user_id = users.id)`.as('failedSignIns')
