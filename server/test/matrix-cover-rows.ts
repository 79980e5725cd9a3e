import { coverIn, coverOf, dayIn } from './covers.ts'
import type { Row, Rows } from './matrix-row.ts'
import { stocked } from './stock.ts'

/** A request about a cover of an asset in Indore; for people who see none of its assets, it does not exist. */
const about = (body?: () => object): Row => ({
  input: async (t) => ({ params: { id: (await coverIn(t))._id }, ...(body && { body: body() }) }),
  elsewhere: 404,
})

const newCover = () => ({ kind: 'warranty', name: 'W-1', startsOn: dayIn(0), endsOn: dayIn(365) })
const renewal = () => ({ name: 'Next year', startsOn: dayIn(300), endsOn: dayIn(600) })

export const coverRows: Rows<'covers'> = {
  'covers.list': {},
  'covers.create': { input: async () => ({ body: newCover() }) },
  'covers.get': about(),
  'covers.change': about(() => ({ note: 'Other' })),
  'covers.remove': {
    // Only its maker, or a person who sees every place, sees a cover without assets.
    input: async (t, as) => {
      const { _id: id } = await coverOf(t)
      if (as !== null)
        await t.db.updateTable('covers').set({ created_by: as.id }).where('id', '=', id).execute()
      return { params: { id } }
    },
  },
  'covers.end': about(() => ({ endsOn: dayIn(1) })),
  'covers.cancel': about(() => ({ reason: 'Entered twice' })),
  'covers.renew': about(renewal),
  'covers.assets': about(),
  'covers.addAssets': {
    input: async (t) => ({
      params: { id: (await coverIn(t))._id },
      body: { ids: [(await stocked(t))._id] },
    }),
    elsewhere: 404,
  },
  'covers.removeAssets': {
    input: async (t) => {
      const { _id } = await stocked(t)
      return { params: { id: (await coverOf(t, [_id]))._id }, body: { ids: [_id] } }
    },
    elsewhere: 404,
  },
}
