import { type ExceptionReason, exceptionReasons } from '@ats/contract/tagging/tagging.ts'
import type { AssetToTag } from '@ats/contract/tagging/work.ts'
import { z } from 'zod'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { reasonTexts } from './reason-texts.ts'

const schema = z.object({
  reason: z.enum(exceptionReasons, { error: () => m.tagging_reason_needed() }),
  note: z.string().max(500),
})

type Props = {
  asset: AssetToTag
  onKeep: (reason: ExceptionReason, note: string) => Promise<void>
  onClose: () => void
}

/** Why an asset cannot be tagged. */
export function ExceptDialog({ asset, onKeep, onClose }: Props) {
  const form = useContractForm({
    schema,
    initial: { reason: '' as ExceptionReason, note: '' },
    send: ({ reason, note }) => onKeep(reason, note),
    done: onClose,
    failure: m.tagging_not_stored(),
  })
  const data = exceptionReasons.map((value) => ({ value, label: reasonTexts[value]() }))
  return (
    <FormDialog title={m.tagging_except_title({ asset: asset.assetTagId })} onClose={onClose} sheet>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.tagging_keep()} sending={m.tagging_keeping()} />}
      >
        <SelectField form={form} name="reason" label={m.tagging_reason()} data={data} required size="lg" />
        <TextAreaField form={form} name="note" label={m.tagging_note()} />
      </FormBody>
    </FormDialog>
  )
}
