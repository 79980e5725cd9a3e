import type { SecurityKind } from '@ats/contract/security-feed.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { accountMark, noteSecurity } from '#kernel/security/security.ts'
import type { Services } from '#kernel/services.ts'

const outcomes = {
  'sign-in-wrong': 'wrong',
  'second-step-wrong': 'wrong',
  'passkey-wrong': 'wrong',
  'account-disabled': 'disabled',
  'too-many-tries': 'throttled',
  unavailable: 'busy',
  'directory-unavailable': 'directory',
  'directory-sign-in-failed': 'wrong',
  'directory-no-access': 'disabled',
} as const

const feedKinds: { [reason: string]: SecurityKind } = {
  throttled: 'sign-in-throttled',
  directory: 'directory-unavailable',
}

const isFailure = (code: string): code is keyof typeof outcomes => code in outcomes

/** Counts a failed attempt, and adds it to the log and the security feed: which account, from where, and why. */
export function noteFailedSignIn(
  services: Pick<Services, 'config' | 'signIns' | 'security'>,
  request: FastifyRequest,
  { email, user }: { email?: string; user?: Id | undefined },
  error: unknown,
) {
  if (!(error instanceof Problem) || !isFailure(error.code)) return
  const reason = outcomes[error.code]
  services.signIns[reason] += 1
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
