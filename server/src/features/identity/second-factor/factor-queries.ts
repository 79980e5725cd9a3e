import type { OwnFactors } from '@ats/contract/identity/second-factor.ts'
import { type SecondMethod, secondMethods } from '@ats/contract/identity/sessions.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db, Id } from '#kernel/db/db.ts'

/** Whether a person has an authenticator app or a passkey. */
export const hasSecondFactor = (userId: RawBuilder<unknown>) => sql<SqlBool>`(
  exists (select from totp_factors where totp_factors.user_id = ${userId})
  or exists (select from passkeys where passkeys.user_id = ${userId}))`

/** Whether a person of `users`, under this alias, has a role that requires a second factor, and none yet. */
export const needsSecondFactor = (users: 'u' | 'users') =>
  sql<SqlBool>`(exists (select from roles as own where own.id = ${sql.ref(`${users}.role_id`)}
      and own.second_factor_required)
    and not ${hasSecondFactor(sql.ref(`${users}.id`))})`

/** What the person can prove a second step with; nothing if they have no second factor. */
export async function methodsOf(db: Db, userId: Id): Promise<SecondMethod[]> {
  const { rows } = await sql<Record<SecondMethod, boolean>>`select
    exists (select from totp_factors where user_id = ${userId}) as totp,
    exists (select from passkeys where user_id = ${userId}) as passkey,
    exists (select from recovery_codes where user_id = ${userId}) as recovery`.execute(db)
  const has = rows[0]
  return has && (has.totp || has.passkey) ? secondMethods.filter((method) => has[method]) : []
}

export const passkeysOf = (db: Db, userId: Id) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(100)

export async function ownFactors(db: Db, userId: Id): Promise<OwnFactors> {
  const person = await db
    .selectFrom('users')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
      'roles.second_factor_required as required',
      sql<boolean>`users.password_hash is not null`.as('hasPassword'),
      sql<number>`(select count(*) from recovery_codes where user_id = users.id)`.as('recoveryCodes'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const totp = await db
    .selectFrom('totp_factors')
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const devices = await db
    .selectFrom('remembered_devices')
    .select([
      ...(['id', 'address', 'agent'] as const),
      ...(['created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'] as const),
    ])
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
  return { ...person, totp: totp ?? null, passkeys: await passkeysOf(db, userId).execute(), devices }
}
