import {
  type Certificate,
  type CertificateCheck,
  type CertificateFilter,
  type Signature,
  type SignatureRole,
  signatureRoles,
} from '@ats/contract/certificates/certificates.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { methodsOf } from '#features/identity/identity.ts'
import { inventoryInScope, isHidden } from '#features/inventories/inventories.ts'
import { cityNamed } from '#features/places/places.ts'
import type { Actor } from '#kernel/actor.ts'
import { containsWords } from '#kernel/db/contains-pattern.ts'
import type { Db, Id } from '#kernel/db/db.ts'
import { fullNameOf } from '#kernel/db/full-name.ts'
import { unprepared } from '#kernel/db/naming-client.ts'
import { boundedPage, counting, mostCounted } from '#kernel/db/paging.ts'
import { found, Problem } from '#kernel/http/problem.ts'
import { hashOfContent, hashOfTexts } from './hashes.ts'

/** A certificate is visible with its inventory, unless the person counts a part of its place blind now. */
const isShown = (actor: Actor) => sql`(${inventoryInScope(actor)} and not ${isHidden(actor)}
  and ${showsAllRooms(actor)})`

const showsAllRooms = ({ withheld }: Actor) =>
  withheld === null
    ? sql`true`
    : sql`not exists (select from inventory_rooms as room where room.inventory_id = inventories.id
        and room.ids && ${Object.values(withheld).flat()}::uuid[])`

const rowsFor = (db: Db) =>
  db
    .selectFrom('certificates')
    .innerJoin('inventories', 'inventories.id', 'certificates.inventory_id')
    .innerJoin('places', 'places.id', 'inventories.place_id')
    .leftJoin('certificates as next', 'next.replaces', 'certificates.id')
    .select([
      'certificates.id as _id',
      'certificates.number',
      'certificates.inventory_id as inventoryId',
      'inventories.readable_id as inventory',
      sql<string[]>`certificates.content -> 'placeNames'`.as('placeNames'),
      'certificates.made_at as madeAt',
      sql<string>`${fullNameOf('certificates.made_by')}`.as('madeBy'),
      sql<SignatureRole[]>`array(select distinct role from certificate_signatures
        where certificate_id = certificates.id order by role)`.as('signedBy'),
      sql<boolean>`next.id is not null`.as('isReplaced'),
    ])

export async function certificatePage(
  db: Db,
  actor: Actor,
  { location, inventoryId, search, ...page }: CertificateFilter,
) {
  const city = location === undefined ? undefined : await cityNamed(db, actor, location)
  const name = sql`concat_ws(' ', certificates.number, inventories.readable_id,
    array_to_string(inventories.place_names, ' > '))`
  const tests = [
    isShown(actor),
    ...(city === undefined ? [] : [sql`places.city_id = ${city.id}`]),
    ...(inventoryId === undefined ? [] : [sql`certificates.inventory_id = ${inventoryId}`]),
    ...(search === '' ? [] : [sql`${containsWords(name, search)} ${sql.raw(unprepared)}`]),
  ]
  const where = sql<SqlBool>`(${sql.join(tests, sql` and `)})`
  const id = sql<string>`certificates.id`
  const order = { name: 'id', by: id, id, direction: 'desc' as const }
  const total = await countRows(db, where)
  const { rows, ...rest } = await boundedPage(rowsFor(db).where(where), order, page, total)
  return { certificates: rows.map(({ sortKey: _key, sortId: _id, ...row }) => row), ...rest }
}

async function countRows(db: Db, where: RawBuilder<SqlBool>) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from (
    select from certificates join inventories on inventories.id = certificates.inventory_id
    join places on places.id = inventories.place_id where ${where} ${counting}) as counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return count > mostCounted ? null : count
}

/** The seal that has an entry of the ledger, without what only a check needs. */
const sealOf = (entry: string) => sql<{ number: number; hash: string } | null>`(
  select json_build_object('number', number, 'hash', encode(hash, 'hex')) from ledger_seals
  where int8range(first_id, last_id, '[]') @> ${sql.ref(entry)} and ${sql.ref(entry)} = any(ids)
  order by number limit 1)`

const signaturesOf = (db: Db, id: Id): Promise<(Signature & { personId: Id | null })[]> =>
  db
    .selectFrom('certificate_signatures')
    .select([
      'id as _id',
      'role',
      'person_id as personId',
      sql<string>`coalesce(name, ${fullNameOf('certificate_signatures.person_id')})`.as('name'),
      'drawing',
      'signed_at as signedAt',
      'with_second_factor as withSecondFactor',
      'by_link as byLink',
    ])
    .where('certificate_id', '=', id)
    .orderBy('id')
    .execute()

const wholeRows = (db: Db) =>
  rowsFor(db).select([
    'certificates.hash',
    'certificates.content',
    'certificates.texts',
    'certificates.salt',
    'certificates.code',
    'certificates.entry_id as entryId',
    'next.id as nextId',
    'next.number as nextNumber',
    sealOf('certificates.entry_id').as('entrySeal'),
  ])

export async function certificateById(
  db: Db,
  actor: Actor,
  id: Id,
  { origin }: { origin: string },
): Promise<Certificate> {
  const row = await wholeRows(db)
    .where('certificates.id', '=', id)
    .where(sql<SqlBool>`${isShown(actor)}`)
    .executeTakeFirst()
  const { hash, salt, code, nextId, nextNumber, ...shown } = found(row, 'certificate-not-found')
  const { content, texts } = shown
  const signatures = await signaturesOf(db, id)
  const own = signatures.filter(({ personId }) => personId === actor.id).map(({ role }) => role)
  const may: Record<SignatureRole, boolean> = {
    approver: content.approvedBy === actor.id,
    verifier: content.countedBy.includes(actor.id),
    custodian: actor.permissions.includes('manage-asset'),
  }
  const signs = actor.by === 'session' && nextId === null
  return {
    ...shown,
    hash: hash.toString('hex'),
    textsIntact: salt !== null && hashOfTexts(salt, texts) === content.textsHash,
    people: await namesOf(db, content),
    signatures: signatures.map(({ personId: _person, ...one }) => one),
    replacedBy: nextId === null ? null : { id: nextId, number: nextNumber ?? '' },
    address: `${origin}/certificate/${id}/${code}`,
    maySign: signs ? signatureRoles.filter((role) => may[role] && !own.includes(role)) : [],
    secondFactor: signs ? await methodsOf(db, actor.id) : [],
  }
}

async function namesOf(db: Db, content: Certificate['content']) {
  const { plannedBy, approvedBy, countedBy, exception, discrepancies, devicesLeftOut } = content
  const ids = [plannedBy, approvedBy, ...countedBy, ...discrepancies.map(({ decidedBy }) => decidedBy)]
  const known = [...ids, exception?.for, exception?.by, ...devicesLeftOut.map(({ userId }) => userId)]
  const rows = await db
    .selectFrom('users')
    .select(['id', 'full_name as name'])
    .where('id', '=', sql<Id>`any(${[...new Set(known.flatMap((one) => one ?? []))]}::uuid[])`)
    .execute()
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** What anybody learns who has the code of a printed certificate. */
export async function checkOf(
  db: Db,
  { id, code }: { id: Id; code: string },
  zone: string,
): Promise<CertificateCheck> {
  const dayOf = (moment: RawBuilder<unknown>) =>
    sql<string>`to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD')`
  const row = await wholeRows(db)
    .select([
      dayOf(sql`certificates.made_at`).as('madeOn'),
      dayOf(sql`(certificates.content ->> 'approvedAt')::timestamptz`).as('approvedOn'),
      sql<number>`(select count(*) from certificate_signatures
        where certificate_id = certificates.id)`.as('signatures'),
      sql<string | null>`(select after ->> 'hash' from events where record_kind = 'certificate'
        and record_id = certificates.id and action = 'certificate.created' order by id limit 1)`.as(
        'recorded',
      ),
    ])
    .where('certificates.id', '=', id)
    .where('certificates.code', '=', code)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('certificate-check-failed')
  const { number, content, madeOn, approvedOn, signatures, entrySeal, recorded, nextNumber } = row
  const hash = row.hash.toString('hex')
  return {
    ...{ number, madeOn, approvedOn, signatures, hash, replacedBy: nextNumber },
    place: content.placeNames.join(' > '),
    seal: entrySeal?.number ?? null,
    isIntact: hashOfContent(content).toString('hex') === hash && recorded === hash,
  }
}
