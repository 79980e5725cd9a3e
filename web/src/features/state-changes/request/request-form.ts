import { newStateChanges } from '@ats/contract/state-changes.ts'
import { z } from 'zod'
import { m } from '#texts'

/** A function, so that its text follows the language. */
export const requestForm = () =>
  newStateChanges.omit({ assets: true }).extend({
    assets: z.array(z.string()).min(1, m.requests_no_assets()),
    image: z.instanceof(Blob).nullable(),
  })
export type RequestValues = z.input<ReturnType<typeof requestForm>>
