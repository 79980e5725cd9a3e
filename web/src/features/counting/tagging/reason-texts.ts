import type { ExceptionReason } from '@ats/contract/tagging/tagging.ts'
import { m } from '#texts'

export const reasonTexts: Record<ExceptionReason, () => string> = {
  'not-there': m.tagging_reason_not_there,
  'out-of-reach': m.tagging_reason_out_of_reach,
  'no-surface': m.tagging_reason_no_surface,
  'label-spoilt': m.tagging_reason_label_spoilt,
  other: m.tagging_reason_other,
}
