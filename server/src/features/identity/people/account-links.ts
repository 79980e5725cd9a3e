import type { Db, Id } from '#kernel/db/db.ts'

/** Ends every link that was sent for an account, because its email or password has changed. */
export async function endLinksOf(tx: Db, userId: Id) {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}
