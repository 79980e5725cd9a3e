import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import type { Services } from '#kernel/services.ts'

const outcomes = {
  'sign-in-wrong': 'wrong',
  'account-disabled': 'disabled',
  'too-many-tries': 'throttled',
  unavailable: 'busy',
} as const

const isFailure = (code: string): code is keyof typeof outcomes => code in outcomes

/** The same mark for every attempt at an account, even if it does not exist; keeps the email out of the log. */
const accountMark = (secret: string, email: string) =>
  createHmac('sha256', secret).update(`account\0${email.toLowerCase()}`).digest('hex').slice(0, 16)

/** Counts a failed attempt and logs it: which account, from where, and why. */
export function noteFailedSignIn(
  { config, signIns }: Pick<Services, 'config' | 'signIns'>,
  request: FastifyRequest,
  { email, user }: { email: string; user: Id | undefined },
  error: unknown,
) {
  if (!(error instanceof Problem) || !isFailure(error.code)) return
  const reason = outcomes[error.code]
  signIns[reason] += 1
  const account = accountMark(config.secret, email)
  request.log.warn({ reason, account, user, address: request.ip }, 'a sign-in failed')
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
