import { type Kysely, sql } from 'kysely'
import { makeCertificate } from '#features/certificates/making.ts'
import { certificateToSign, signAs, signAsCustodian } from '#features/certificates/signing.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import type { Tables } from '#kernel/db/tables.ts'
import { workingTime } from './clock.ts'
import type { Stage } from './year.ts'

const drawing = 'M40 130L70 60L95 130L120 70L140 125L175 95L200 120L240 85L290 120L360 90L470 105'

/**
 * The certificate of the last approved inventory. Its content is frozen, so it is made today, after the times of the year
 * were written.
 */
export async function certifyLast({ services: { db, config }, as }: Stage) {
  const { rows } = await sql<{ id: Id }>`select id from inventories where status = 'approved'
    order by approved_at desc, id limit 1`.execute(db)
  const inventoryId = rows[0]?.id
  if (inventoryId === undefined) return
  const actor = as('Asha Rao', 'demo certificate')
  const written = { custodians: ['Suresh Mehta'], notCovered: 'The server room was locked.', remarks: '' }
  await inTransaction(db, async (tx) => {
    const wanted = { inventoryId, replaces: null, zone: config.timeZone }
    const certificate = await certificateToSign(tx, await makeCertificate(tx, actor, wanted, written))
    await signAs(tx, actor, certificate, { role: 'approver', drawing, confirm: async () => false })
    await signAsCustodian(tx, actor, certificate, { name: 'Suresh Mehta', drawing: null })
  })
}

/** They were made and signed yesterday afternoon. */
export async function ageCertificates(owner: Kysely<Tables>, today: Date) {
  const at = workingTime(today, 1, 300)
  await inTransaction(owner, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update certificates set made_at = ${at}`.execute(tx)
    await sql`update certificate_signatures set signed_at = ${at}`.execute(tx)
    await sql`update events set at = ${at} where record_kind = 'certificate'`.execute(tx)
  })
}
