import type { Person, TestApp } from './app.ts'
import { approvedIn, certified, codeOf, linkFor } from './certificates.ts'
import type { Row, Rows } from './matrix-row.ts'

const about = (body: object): Row => ({
  input: async (t) => ({ params: { id: (await certified(t))._id }, body }),
  elsewhere: 404,
})

/** Of an inventory that the caller counted. */
const countedBy = (t: TestApp, as: Person | null) => certified(t, as === null ? {} : { verifier: as })

export const certificateRows: Rows<'auditor' | 'certificates' | 'certificateLinks' | 'certificateChecks'> = {
  'auditor.questions': {
    input: async () => ({ query: { location: 'indore' } }),
    elsewhere: 404,
    limited: 200,
  },
  'certificates.list': {
    input: async () => ({ query: { location: 'indore' } }),
    elsewhere: 404,
    limited: 200,
  },
  'certificates.get': {
    input: async (t) => ({ params: { id: (await certified(t))._id } }),
    elsewhere: 404,
  },
  'certificates.create': {
    input: async (t) => ({ body: { inventoryId: (await approvedIn(t)).id } }),
    elsewhere: 404,
  },
  'certificates.correct': about({ reason: 'A room was missing' }),
  'certificates.passkeyOptions': {
    input: async (t) => ({ params: { id: (await certified(t))._id } }),
    elsewhere: 404,
  },
  'certificates.sign': {
    input: async (t, as) => ({
      params: { id: (await countedBy(t, as))._id },
      body: { role: 'verifier' },
    }),
    elsewhere: 404,
  },
  'certificates.signAsCustodian': about({ name: 'Custodian Rao' }),
  'certificates.link': about({ name: 'Custodian Rao' }),
  'certificateLinks.open': {
    input: async (t) => ({ body: { token: await linkFor(t, await certified(t)) } }),
  },
  'certificateLinks.sign': {
    input: async (t) => ({ body: { token: await linkFor(t, await certified(t)) } }),
  },
  'certificateChecks.get': {
    input: async (t) => {
      const certificate = await certified(t)
      return { params: { id: certificate._id, code: codeOf(certificate) } }
    },
  },
}
