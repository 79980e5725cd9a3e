import type { BulkResult } from '@ats/contract/bulk.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { counted } from '#kernel/format.ts'
import { m } from '#texts'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { useIgnoreSightings } from './sighting-queries.ts'

/** Assets about to be left where they are registered: one by its name, or those that are selected. */
export type Leaving = { ids: string[]; name?: string; clear?: () => void }

type Props = { leaving: Leaving; onLeft: (reply: BulkResult, ids: string[]) => void; onClose: () => void }

export function LeaveDialog({ leaving: { ids, name, clear }, onLeft, onClose }: Props) {
  const ignore = useIgnoreSightings()
  const form = useContractForm({
    schema: z.object({ reason: z.string().trim().min(1, m.inventory_reason_required()) }),
    initial: { reason: '' },
    send: ({ reason }) => ignore({ ids, reason }),
    done: (reply) => {
      clear?.()
      onClose()
      onLeft(reply, ids)
    },
    failure: m.elsewhere_ignore_failed(),
    saysFirst: 'failure',
  })
  return (
    <FormDialog
      onClose={onClose}
      title={counted(ids.length, m.elsewhere_ignore_title_one, m.elsewhere_ignore_title)}
    >
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton
              text={m.elsewhere_ignore()}
              sending={{ now: form.sending, text: m.common_saving() }}
            />
          </>
        }
      >
        {name !== undefined && <Text size="sm">{name}</Text>}
        <Text size="sm">{m.elsewhere_ignore_text()}</Text>
        <TextAreaField
          form={form}
          name="reason"
          label={m.inventory_reason()}
          maxLength={500}
          required
          data-autofocus
        />
      </FormBody>
    </FormDialog>
  )
}
