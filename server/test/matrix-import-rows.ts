import { imports } from '@ats/contract/imports.ts'
import type { Person, TestApp } from './app.ts'
import { checkedImport, csvOf } from './imports.ts'
import type { Row, Rows } from './matrix-row.ts'
import { freshTag } from './stock.ts'

const file = () =>
  csvOf(['Indore', 'Mumbai'].map((city) => ({ rfidTag: freshTag(), assetName: 'Chair', city })))

/** The caller's own import, in the status that the request needs. */
const own = (upTo: 'ready' | 'done' | 'failed' | 'undone' = 'ready', more = {}): Row => ({
  input: async (t: TestApp, as: Person | null) => ({
    params: { id: await checkedImport(t, as ?? (await t.person({ role: 'Admin' })), file(), upTo) },
    ...more,
  }),
})

const wrong = { of: { rows: [2] }, to: { column: 'city', value: 'Indore' } }

/** The caller's own import of a row in an unknown place, corrected if the request undoes a correction. */
const ownWrong = (isCorrected: boolean): Row => ({
  input: async (t: TestApp, as: Person | null) => {
    const owner = as ?? (await t.person({ role: 'Admin' }))
    const row = { rfidTag: freshTag(), assetName: 'Chair', city: 'Nowhere' }
    const params = { id: await checkedImport(t, owner, csvOf([row]), 'ready') }
    if (!isCorrected) return { params, body: wrong }
    await t.call(owner, imports.correct, { params, body: wrong })
    return { params }
  },
})

export const importRows: Rows<'imports'> = {
  'imports.upload': {
    input: async () => ({ query: { fileName: 'assets.csv' }, file: Buffer.from(file()) }),
  },
  'imports.list': {},
  'imports.get': own(),
  'imports.rows': own('ready', { query: { kind: 'new' } }),
  'imports.match': own('ready', { body: { columns: ['rfidTag', 'assetName', 'city'] } }),
  'imports.correct': ownWrong(false),
  'imports.undoCorrection': ownWrong(true),
  // No row of the file is in one of their places, so there is nothing to apply.
  'imports.apply': { ...own(), limited: 409 },
  'imports.cancel': own(),
  'imports.undo': own('done'),
  'imports.retry': own('failed'),
  'imports.remove': own(),
  'imports.masters': own('done'),
  // The master lists apply to every place.
  'imports.removeMasters': { ...own('undone'), elsewhere: 403, except: { User: 403 } },
  'imports.wrongRows': own(),
  'imports.sample': {},
}
