import { masters as masterCalls } from '@ats/contract/masters.ts'
import { query } from '#kernel/http/query.ts'
import { m } from '#texts'
import { recordSelect } from '#ui/form/record-select.tsx'
import { records } from '#ui/form/records.tsx'
import { type Choice, masterChoices } from './queries.ts'

/** A vendor by its id: the page of the list that contains it. */
export const vendorById = (id: string) =>
  query(
    masterCalls.list,
    { params: { kind: 'vendor' }, query: { around: id, size: 50 } },
    {
      enabled: id !== '',
      select: ({ records: shown }): Choice | null => {
        const vendor = shown.find((one) => one.id === id)
        return vendor === undefined ? null : { id, name: vendor.name, path: '' }
      },
    },
  )

/** Selects a vendor; the server searches while the person types. */
export const VendorSelect = recordSelect(
  records({
    find: (text) => masterChoices('vendor', { text }),
    byId: vendorById,
    choiceOf: (choice: Choice) => choice,
  }),
  () => ({ label: m.assets_vendor(), placeholder: m.covers_vendor_choose(), clears: m.assets_vendor() }),
)
