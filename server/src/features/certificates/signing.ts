import {
  type CertificateToSign,
  linkHours,
  type SignatureRole,
} from '@ats/contract/certificates/certificates.ts'
import type { CertificateContent } from '@ats/contract/certificates/content.ts'
import { sql } from 'kysely'
import type { Actor, Who } from '#kernel/actor.ts'
import { type Db, type Id, refusing } from '#kernel/db/db.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { record } from '#kernel/ledger/events.ts'
import { hashOf, newSecret } from '#kernel/secrets.ts'

const mostSignatures = 50

type Signing = { id: Id; hash: string; content: CertificateContent; replacedBy: string | null }

/** The certificate, which nobody replaces until the transaction ends. */
export async function certificateToSign(tx: Db, id: Id): Promise<Signing> {
  await sql`select from inventories where id = (select inventory_id from certificates where id = ${id})
    for share`.execute(tx)
  const row = await tx
    .selectFrom('certificates')
    .leftJoin('certificates as next', 'next.replaces', 'certificates.id')
    .select(['certificates.id', 'certificates.content', 'next.number as replacedBy'])
    .select(sql<string>`encode(certificates.hash, 'hex')`.as('hash'))
    .where('certificates.id', '=', id)
    .executeTakeFirst()
  return found(row, 'certificate-not-found')
}

export function mustBeCurrent({ replacedBy }: Pick<Signing, 'replacedBy'>) {
  if (replacedBy !== null) throw new Problem('certificate-replaced', { number: replacedBy })
}

type Given = {
  role: SignatureRole
  personId?: Id
  name?: string
  drawing: string | null
  withSecondFactor?: boolean
  byLink?: boolean
}

/** Stores one signature; the ledger has the hash of what was signed, and of the strokes. */
async function addSignature(
  tx: Db,
  who: Who,
  certificate: Signing,
  { role, personId, name, drawing, withSecondFactor = false, byLink = false }: Given,
) {
  mustBeCurrent(certificate)
  const { id, hash, content } = certificate
  const { rows } = await sql<{ count: number }>`select count(*) as count from certificate_signatures
    where certificate_id = ${id}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= mostSignatures)
    throw new Problem('certificate-signatures-full', { most: mostSignatures })
  const inserted = tx
    .insertInto('certificate_signatures')
    .values({
      ...{ certificate_id: id, role, person_id: personId ?? null, name: name ?? null, drawing },
      ...{ with_second_factor: withSecondFactor, by_link: byLink },
    })
    .execute()
  await refusing(inserted, { certificate_signatures_once: () => new Problem('certificate-signed') })
  const strokes = drawing === null ? null : hashOf(drawing).toString('hex')
  await recordOf(tx, who, certificate, 'signed', {
    ...{ number: content.number, hash, signedAs: role, withSecondFactor, byLink, strokes },
    ...(name !== undefined && { custodian: name }),
  })
}

const recordOf = (
  tx: Db,
  who: Who,
  { id, content: { number, placeId } }: Signing,
  step: 'signed' | 'link-made',
  after: object,
) =>
  record(tx, who, {
    ...{ action: `certificate.${step}`, kind: 'certificate', id, place: placeId },
    ...{ readableId: number, name: number, after },
  })

type OwnSignature = {
  role: 'approver' | 'verifier'
  drawing: string | null
  /** Asks for the second factor; false if the person has none. */
  confirm: (tx: Db) => Promise<boolean>
}

/** The person signs for themselves: as the one who approved, or as one of those who counted. */
export async function signAs(
  tx: Db,
  actor: Actor,
  certificate: Signing,
  { role, drawing, confirm }: OwnSignature,
) {
  const { approvedBy, countedBy } = certificate.content
  if (role === 'approver' && approvedBy !== actor.id) throw new Problem('certificate-not-approver')
  if (role === 'verifier' && !countedBy.includes(actor.id)) throw new Problem('certificate-not-verifier')
  const withSecondFactor = await confirm(tx)
  await addSignature(tx, actor, certificate, { role, personId: actor.id, drawing, withSecondFactor })
}

/** On the device of the person who signed in, and in front of them. */
export const signAsCustodian = (
  tx: Db,
  actor: Actor,
  certificate: Signing,
  given: { name: string; drawing: string | null },
) => addSignature(tx, actor, certificate, { role: 'custodian', ...given })

export async function makeLink(tx: Db, actor: Actor, origin: string, { id, name }: { id: Id; name: string }) {
  const certificate = await certificateToSign(tx, id)
  mustBeCurrent(certificate)
  const { secret, hash } = newSecret()
  const { worksUntil } = await tx
    .insertInto('certificate_links')
    .values({
      ...{ token_hash: hash, certificate_id: id, name, made_by: actor.id },
      expires_at: sql<string>`now() + make_interval(hours => ${linkHours})`,
    })
    .returning('expires_at as worksUntil')
    .executeTakeFirstOrThrow()
  await recordOf(tx, actor, certificate, 'link-made', { number: certificate.content.number, custodian: name })
  return { address: `${origin}/custodian#${secret}`, worksUntil }
}

const over = () => new Problem('certificate-link-over')

const linkOf = (db: Db, token: string) =>
  db
    .selectFrom('certificate_links')
    .select(['certificate_id as id', 'name'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

export async function openLink(db: Db, token: string): Promise<CertificateToSign> {
  const link = await linkOf(db, token)
  if (link === undefined) throw over()
  const certificate = await certificateToSign(db, link.id)
  mustBeCurrent(certificate)
  const { number, placeNames, startedAt, approvedAt, figures } = certificate.content
  const { expected, found: seen, misplaced, outside, binned, unknown } = figures
  return {
    ...{ name: link.name, number, placeNames, startedAt, approvedAt, expected, found: seen, misplaced },
    unexpected: outside + binned + unknown,
    hash: certificate.hash,
  }
}

/** Signs, and uses up the link. */
export async function signByLink(tx: Db, requestId: string, token: string, drawing: string | null) {
  const link = await linkOf(tx, token)
  if (link === undefined) throw over()
  const certificate = await certificateToSign(tx, link.id)
  const used = await tx
    .deleteFrom('certificate_links')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirstOrThrow()
  if (used.numDeletedRows === 0n) throw over()
  const given = { role: 'custodian', name: link.name, drawing, byLink: true } as const
  await addSignature(tx, { id: null, requestId }, certificate, given)
  return { number: certificate.content.number }
}
