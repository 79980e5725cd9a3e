import { randomInt } from 'node:crypto'
import type { Db, Id } from '#kernel/db/db.ts'
import { hashOf } from '#kernel/secrets.ts'

const codes = 10
const groups = 4
const groupLength = 4
/** Without l, o, 0 and 1, which people confuse. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

const newGroup = () =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
/** 80 random bits, so a plain hash of it cannot be reversed. */
const newCode = () => Array.from({ length: groups }, newGroup).join('-')

const hashOfCode = (userId: Id, code: string) =>
  hashOf(`${userId} ${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)

/** Replaces all codes of a person. Only hashes are stored. */
export async function makeRecoveryCodes(tx: Db, userId: Id): Promise<string[]> {
  const made = Array.from({ length: codes }, newCode)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(made.map((code) => ({ user_id: userId, code_hash: hashOfCode(userId, code) })))
    .execute()
  return made
}

/** Uses up a code; returns whether there was such a code. */
export async function useRecoveryCode(tx: Db, userId: Id, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOfCode(userId, code))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
