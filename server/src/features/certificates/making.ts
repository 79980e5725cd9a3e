import { randomBytes } from 'node:crypto'
import type { CertificateContent, CertificateTexts } from '@ats/contract/certificates/content.ts'
import { sql } from 'kysely'
import { inventoryFor, mustShowItems } from '#features/inventories/inventories.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { contentOf } from './content.ts'
import { hashOfContent, hashOfTexts } from './hashes.ts'

type Written = Pick<CertificateTexts, 'custodians' | 'notCovered' | 'remarks'> & { reason?: string }
type Wanted = { inventoryId: Id; replaces: CertificateContent['replaces']; zone: string }

const saltLength = 16
/** 72 bits, which is 12 letters in the address of the QR code. */
const codeLength = 9

async function nextNumber(tx: Db, zone: string) {
  const { rows } = await sql<{ year: number; last: number }>`
    insert into certificate_numbers as numbers (year, last)
    values (extract(year from now() at time zone ${zone})::int, 1)
    on conflict (year) do update set last = numbers.last + 1 returning year, last`.execute(tx)
  const { year = 0, last = 0 } = rows[0] ?? {}
  return `VC-${year}-${String(last).padStart(4, '0')}`
}

/** Freezes what the inventory says now. The ledger has the hash, so a seal covers it within seconds. */
export async function makeCertificate(
  tx: Db,
  actor: Actor,
  { inventoryId, replaces, zone }: Wanted,
  { custodians, notCovered, remarks, reason = undefined }: Written,
): Promise<Id> {
  const inventory = await inventoryFor(tx, actor, inventoryId, 'update')
  mustShowItems(inventory)
  if (inventory.status !== 'approved') throw new Problem('certificate-not-approved')
  const { content: facts, texts: own } = await contentOf(tx, inventoryId)
  const texts: CertificateTexts = { custodians, notCovered, remarks, reason: reason ?? null, ...own }
  const salt = randomBytes(saltLength)
  const number = await nextNumber(tx, zone)
  const content: CertificateContent = { ...facts, number, replaces, textsHash: hashOfTexts(salt, texts) }
  const hash = hashOfContent(content)
  const id = await newId(tx)
  const entryId = await recordMade(tx, actor, { id, content, hash: hash.toString('hex') })
  const inserted = tx
    .insertInto('certificates')
    .values({
      ...{ id, number, inventory_id: inventoryId, hash, salt, made_by: actor.id, entry_id: entryId },
      ...{ content: JSON.stringify(content), texts: JSON.stringify(texts) },
      ...{ code: randomBytes(codeLength).toString('base64url'), replaces: replaces?.id ?? null },
    })
    .execute()
  await refusing(inserted, { certificates_first: () => new Problem('certificate-exists') })
  return id
}

const newId = async (tx: Db) => {
  const { rows } = await sql<{ id: Id }>`select uuidv7() as id`.execute(tx)
  return rows[0]?.id ?? ''
}

type Made = { id: Id; content: CertificateContent; hash: string }

async function recordMade(tx: Db, actor: Actor, { id, content, hash }: Made): Promise<number> {
  const { number, inventory, placeId, replaces } = content
  await record(tx, actor, {
    ...{ action: 'certificate.created', kind: 'certificate', id, place: placeId },
    ...{ readableId: number, name: number },
    after: { number, inventoryId: inventory, hash, ...(replaces && { replaces: replaces.number }) },
  })
  const { rows } = await sql<{ id: number }>`select max(id) as id from events
    where record_kind = 'certificate' and record_id = ${id}`.execute(tx)
  return rows[0]?.id ?? 0
}
