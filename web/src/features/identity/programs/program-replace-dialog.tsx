import { mostOverlapHours, type Program } from '@ats/contract/identity/programs.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import type { MadeKey } from './program-key-dialog.tsx'
import { useReplaceKey } from './program-queries.ts'

const overlaps = () => [
  { value: '0', label: m.programs_overlap_none() },
  { value: '1', label: m.programs_overlap_hour() },
  { value: '24', label: m.programs_overlap_day() },
  { value: `${mostOverlapHours}`, label: m.programs_overlap_week() },
]

const schema = z.object({ overlapHours: z.string().regex(/^\d+$/, 'field-required') })

type Props = { program: Program; onClose: () => void; onMade: (made: MadeKey) => void }

export function ReplaceDialog({ program: { _id: id, name }, onClose, onMade }: Props) {
  const replace = useReplaceKey()
  const form = useContractForm({
    schema,
    initial: { overlapHours: '24' },
    send: ({ overlapHours }) => replace({ id, overlapHours: Number(overlapHours) }),
    done: (made) => {
      onClose()
      onMade(made)
    },
    failure: m.programs_replace_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.programs_replace_named({ name })}>
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton
              text={m.programs_replace()}
              sending={{ now: form.sending, text: m.common_saving() }}
            />
          </>
        }
      >
        <Text size="sm">{m.programs_replace_text()}</Text>
        <SelectField
          form={form}
          name="overlapHours"
          label={m.programs_overlap()}
          data={overlaps()}
          required
          data-autofocus
        />
      </FormBody>
    </FormDialog>
  )
}
