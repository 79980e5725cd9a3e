import type { Db, Id } from '#kernel/db/db.ts'

/** Every link that was mailed or handed over for an account ends once its email or password is another. */
export async function endLinksOf(tx: Db, userId: Id) {
  await tx.deleteFrom('password_resets').where('user_id', '=', userId).execute()
  await tx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
}
