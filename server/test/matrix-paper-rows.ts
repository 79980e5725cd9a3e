import type { Person, TestApp } from './app.ts'
import { siteOf } from './inventories.ts'
import type { Row, Rows } from './matrix-row.ts'
import { pdf } from './paper-files.ts'
import { paperOn, sha256Of } from './papers.ts'
import { png } from './pictures.ts'
import { administratorOf, stocked } from './stock.ts'

const assetIn = async (t: TestApp) => (await stocked(t, { placeId: (await siteOf(t)).room }))._id
const paperIn = async (t: TestApp) => {
  const recordId = await assetIn(t)
  const bytes = await png()
  return { id: (await paperOn(t, { recordId, name: 'Photo.png', bytes }))._id, recordId }
}

const about = (more: (t: TestApp, recordId: string) => Promise<object> = async () => ({})): Row => ({
  input: async (t) => {
    const { id, recordId } = await paperIn(t)
    return { params: { id }, ...(await more(t, recordId)) }
  },
  elsewhere: 404,
})

/** The caller's own upload for an asset in Indore; `arrived` if all of its bytes are here. */
const ownUpload = async (t: TestApp, as: Person | null, arrived: boolean) => {
  const [bytes, record_id] = [pdf(), await assetIn(t)]
  const user_id = (as ?? (await administratorOf(t))).id
  const size = bytes.length
  const upload = {
    user_id,
    record_kind: 'asset',
    record_id,
    name: 'A.pdf',
    size,
    received: arrived ? size : 0,
  }
  const { id } = await t.db
    .insertInto('paper_uploads')
    .values(upload)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!arrived) return { params: { id, start: '0' }, file: bytes }
  const chunk = { upload_id: id, start: 0, size, file: await t.papers.put(bytes, 'bin') }
  await t.db.insertInto('paper_chunks').values(chunk).execute()
  return { params: { id }, body: { sha256: sha256Of(bytes) } }
}

export const paperRows: Rows<'papers' | 'paperUploads'> = {
  'papers.list': {
    input: async (t) => ({ query: { kind: 'asset', recordId: await assetIn(t) } }),
    elsewhere: 404,
  },
  'papers.find': {},
  'papers.file': about(),
  'papers.thumbnail': about(),
  'papers.rename': about(async () => ({ body: { name: 'Front.png' } })),
  'papers.attach': about(async (t) => ({ body: { kind: 'asset', recordId: await assetIn(t) } })),
  'papers.detach': {
    input: async (t) => ({ params: { ...(await paperIn(t)), kind: 'asset' } }),
    elsewhere: 404,
  },
  'paperUploads.begin': {
    input: async (t) => ({
      body: { kind: 'asset', recordId: await assetIn(t), name: 'A.pdf', size: pdf().length },
    }),
    elsewhere: 404,
  },
  'paperUploads.get': {
    input: async (t, as) => ({ params: { id: (await ownUpload(t, as, false)).params.id } }),
  },
  'paperUploads.send': { input: (t, as) => ownUpload(t, as, false) },
  'paperUploads.complete': { input: (t, as) => ownUpload(t, as, true), elsewhere: 404 },
}
