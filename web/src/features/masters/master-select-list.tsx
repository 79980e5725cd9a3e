import type { MasterKind } from '@ats/contract/masters.ts'
import { masterTexts } from '#kernel/words/master-texts.ts'
import { type RecordSelectProps, recordSelect } from '#ui/form/record-select.tsx'
import { records } from '#ui/form/records.tsx'
import { type Choice, masterChoices } from './queries.ts'

/** The records of a master; for places optionally only those of one city. */
type Scope = { kind: MasterKind; location?: string | undefined }
export type MasterSelectProps = RecordSelectProps<Choice, Scope>

const masters = records({
  find: (text, { kind, location }: Scope) =>
    masterChoices(kind, { text, ...(location !== undefined && { location }) }),
  choiceOf: (choice: Choice) => choice,
})

export const MasterSelectList = recordSelect(masters, ({ kind }) => ({
  placeholder: masterTexts[kind].choose(),
  onFocus: (event) => event.currentTarget.select(),
}))
