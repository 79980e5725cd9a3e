import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import type { Read } from './outbox/merge-reads.ts'
import { readsIn } from './outbox/tags-in-text.ts'

const schema = z.object({
  tags: z
    .string()
    .refine((text) => readsIn(text, Date.now()).length > 0, { error: () => m.count_type_empty() }),
})

type Props = { onReads: (reads: Read[]) => void; onClose: () => void }

/** Tags that are typed or pasted, one per line. */
export function TypedTags({ onReads, onClose }: Props) {
  const form = useContractForm({
    schema,
    initial: { tags: '' },
    send: async ({ tags }) => readsIn(tags, Date.now()),
    done: onReads,
    failure: m.count_type_empty(),
  })
  return (
    <FormDialog title={m.count_type_title()} onClose={onClose} sheet>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.count_type_add()} sending={m.count_type_adding()} />}
      >
        <TextAreaField
          form={form}
          name="tags"
          label={m.count_type_label()}
          minRows={6}
          maxRows={14}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </FormBody>
    </FormDialog>
  )
}
