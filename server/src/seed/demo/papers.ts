import { Readable } from 'node:stream'
import type { PaperRecord } from '@ats/contract/papers.ts'
import { sql } from 'kysely'
import { attachPaper } from '#features/papers/papers.ts'
import { beginUpload, completeUpload, takeChunk } from '#features/papers/uploads.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Id, inTransaction } from '#kernel/db/db.ts'
import { paperRecords } from '#server/paper-records.ts'
import { photoOf } from './drawings.ts'
import { pdfOf } from './pdf.ts'
import type { Act, Stage } from './year.ts'

/** Papers of the administrator: orders and photos of purchased assets, a contract, and a signed count sheet. */
export const papers = (stage: Stage): Act[] => [
  { daysAgo: 58, minute: 60, run: (requestId) => purchases(stage, stage.as('Asha Rao', requestId)) },
  { daysAgo: 20, minute: 130, run: (requestId) => contract(stage, stage.as('Asha Rao', requestId)) },
  { daysAgo: 3, minute: 200, run: (requestId) => countSheet(stage, stage.as('Asha Rao', requestId)) },
]

type File = { name: string; bytes: Buffer }

/** Uploads a file as a person would, and attaches it to more records. */
async function upload({ services }: Stage, actor: Actor, { name, bytes }: File, records: PaperRecord[]) {
  const [first, ...others] = records
  if (first === undefined) return
  const { db } = services
  const given = { ...first, name, size: bytes.length }
  const { _id: id } = await inTransaction(db, (tx) => beginUpload(tx, services, actor, paperRecords, given))
  await takeChunk(services, actor, { id, start: 0 }, Readable.from([bytes]))
  const paper = await completeUpload(services, actor, paperRecords, { id })
  await inTransaction(db, async (tx) => {
    for (const record of others) await attachPaper(tx, actor, paperRecords, { ...record, id: paper._id })
  })
}

const rupees = (paise: number) => `INR ${(paise / 100).toLocaleString('en-IN')}`

type Purchase = { po: string; assets: { id: Id; tag: string; name: string; paise: number }[] }

/** The latest orders: each paper is on all assets of its order, and the first asset has a photo. */
async function purchases(stage: Stage, actor: Actor) {
  const { rows } = await sql<Purchase>`select fields ->> 'poNumber' as po,
      json_agg(json_build_object('id', assets.id, 'tag', asset_tag_id(assets.number), 'name', asset_names.name,
        'paise', (fields ->> 'purchaseCost')::bigint) order by assets.number) as assets
    from assets join asset_names on asset_names.id = assets.name_id
    where deleted_at is null and fields ? 'poNumber'
    group by 1 order by 1 desc limit 4`.execute(stage.services.db)
  for (const [index, { po, assets }] of rows.entries()) {
    const items = assets.map(({ tag, name, paise }) => `${tag}   ${name}   ${rupees(paise)}`)
    const total = assets.reduce((sum, { paise }) => sum + paise, 0)
    const lines = [`Purchase order ${po}`, '', ...items, '', `Total   ${rupees(total)}`]
    const records = assets.map(({ id }) => ({ kind: 'asset' as const, recordId: id }))
    await upload(stage, actor, { name: `Purchase order ${po}.pdf`, bytes: pdfOf(lines) }, records)
    const [first] = assets
    if (first === undefined) continue
    const photo = { name: `${first.name} on delivery.jpg`, bytes: await photoOf(first.name, index) }
    await upload(stage, actor, photo, records.slice(0, 1))
  }
}

async function contract(stage: Stage, actor: Actor) {
  const { rows } = await sql<{ id: Id; name: string; note: string }>`select id, name, note from covers
    where name = 'AMC/2026/118'`.execute(stage.services.db)
  for (const { id, name, note } of rows) {
    const lines = [`Maintenance contract ${name}`, '', note, 'Response within one working day.']
    const file = { name: 'Maintenance contract 118.pdf', bytes: pdfOf(lines) }
    await upload(stage, actor, file, [{ kind: 'cover', recordId: id }])
  }
}

/** Of the latest approved inventory. */
async function countSheet(stage: Stage, actor: Actor) {
  const { rows } = await sql<{ id: Id; name: string }>`select id, readable_id as name from inventories
    where status = 'approved' order by id desc limit 1`.execute(stage.services.db)
  for (const { id, name } of rows) {
    const lines = [
      `Count sheet ${name}`,
      '',
      'Counted and signed on every floor.',
      'Kept by the finance office.',
    ]
    const file = { name: `Count sheet ${name}.pdf`, bytes: pdfOf(lines) }
    await upload(stage, actor, file, [{ kind: 'inventory', recordId: id }])
  }
}
