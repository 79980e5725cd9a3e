// Why it is built this way: docs/decisions/022-errors-are-codes.md

import { assetRefusals } from './problems/assets.ts'
import { callRefusals } from './problems/calls.ts'
import { certificateRefusals } from './problems/certificates.ts'
import { coverRefusals } from './problems/covers.ts'
import { directoryRefusals } from './problems/directories.ts'
import { fieldRefusals } from './problems/fields.ts'
import { floorRefusals } from './problems/floors.ts'
import { helpRefusals } from './problems/help.ts'
import { identityRefusals } from './problems/identity.ts'
import { importRefusals, importRowRefusals } from './problems/imports.ts'
import { inventoryRefusals } from './problems/inventories.ts'
import { jobRefusals } from './problems/jobs.ts'
import { masterRefusals } from './problems/masters.ts'
import { ownFieldRefusals } from './problems/own-fields.ts'
import { paperRefusals } from './problems/papers.ts'
import { printingRefusals } from './problems/printing.ts'
import { readerRefusals } from './problems/readers.ts'
import { fillText } from './problems/refusal.ts'
import { reportRefusals } from './problems/reports.ts'
import { stateChangeRefusals } from './problems/state-changes.ts'
import { tagSeriesRefusals } from './problems/tag-series.ts'
import { taggingRefusals } from './problems/tagging.ts'
import { viewRefusals } from './problems/views.ts'
import { webhookRefusals } from './problems/webhooks.ts'
import { shopRefusals } from './shop/problems.ts'

export const slices = [
  callRefusals,
  fieldRefusals,
  identityRefusals,
  directoryRefusals,
  masterRefusals,
  assetRefusals,
  stateChangeRefusals,
  helpRefusals,
  reportRefusals,
  viewRefusals,
  webhookRefusals,
  ownFieldRefusals,
  inventoryRefusals,
  certificateRefusals,
  readerRefusals,
  tagSeriesRefusals,
  taggingRefusals,
  printingRefusals,
  floorRefusals,
  coverRefusals,
  paperRefusals,
  jobRefusals,
  importRefusals,
  importRowRefusals,
  shopRefusals,
]

/** Every error of a request, of one record among many or of a job, and other outcomes that have a text. */
export const messages = {
  ...callRefusals,
  ...fieldRefusals,
  ...identityRefusals,
  ...directoryRefusals,
  ...masterRefusals,
  ...assetRefusals,
  ...stateChangeRefusals,
  ...helpRefusals,
  ...reportRefusals,
  ...viewRefusals,
  ...webhookRefusals,
  ...ownFieldRefusals,
  ...inventoryRefusals,
  ...certificateRefusals,
  ...readerRefusals,
  ...tagSeriesRefusals,
  ...taggingRefusals,
  ...printingRefusals,
  ...floorRefusals,
  ...coverRefusals,
  ...paperRefusals,
  ...jobRefusals,
  ...importRefusals,
  ...importRowRefusals,
  ...shopRefusals,
}
type Messages = typeof messages
export type MessageCode = keyof Messages

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

/** The parameters of a text are the names in its braces. */
export type ParamsOf<Code extends MessageCode> = Record<NamesIn<Messages[Code]['text']>, string | number>

/** Codes whose text takes no parameters, and codes whose text does. */
export type PlainCode = {
  [Code in MessageCode]: NamesIn<Messages[Code]['text']> extends never ? Code : never
}[MessageCode]
export type FilledCode = Exclude<MessageCode, PlainCode>

/** A code with the parameters of its text. */
export type Message =
  | { code: PlainCode; params?: undefined }
  | { [Code in FilledCode]: { code: Code; params: ParamsOf<Code> } }[FilledCode]

/** The codes of errors: all except the outcomes of work that was done. */
export type RefusalCode = {
  [Code in MessageCode]: Messages[Code]['status'] extends 200 ? never : Code
}[MessageCode]

export const englishOf = ({ code, params }: Message): string => fillText(messages[code].text, params)
