import { type Paper, paperName } from '@ats/contract/papers.ts'
import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { useRenamePaper } from './paper-queries.ts'

const schema = z.object({ name: paperName })

export function RenameDialog({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  const rename = useRenamePaper(paper._id)
  const form = useContractForm({
    schema,
    initial: { name: paper.name },
    send: ({ name }) => rename(name),
    done: onClose,
    leave: onClose,
    failure: m.papers_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.papers_rename()}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.common_save()} sending={m.common_saving()} />}
      >
        <TextField form={form} name="name" label={m.papers_name()} maxLength={200} required data-autofocus />
      </FormBody>
    </FormDialog>
  )
}
