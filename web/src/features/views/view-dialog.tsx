import { newView, type SavedView } from '@ats/contract/views.ts'
import { z } from 'zod'
import { listName } from '#kernel/words/list-names.ts'
import { m } from '#texts'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { SharedField } from './shared-field.tsx'
import { viewFields } from './view-fields.tsx'
import { type Shown, useChangeView, useSaveView } from './view-queries.ts'

const schema = z.object({
  name: newView.shape.name,
  placeId: z.string().transform((id) => id || null),
})

type Props = {
  title: string
  initial: z.input<typeof schema>
  send: (given: z.output<typeof schema>) => Promise<SavedView>
  done: (given: { name: string }) => string
  onClose: () => void
}

/** The name of a view, and who else sees it. */
function ViewDialog({ title, initial, send, done, onClose }: Props) {
  const form = useContractForm({
    ...{ schema, initial, send },
    done: (view) => {
      toast.success(done(view))
      onClose()
    },
    leave: onClose,
    failure: m.views_save_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={title} sheet>
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton text={m.common_save()} sending={{ now: form.sending, text: m.common_saving() }} />
          </>
        }
      >
        <TextField form={form} name="name" label={m.views_name()} maxLength={100} required data-autofocus />
        <SharedField form={form} />
      </FormBody>
    </FormDialog>
  )
}

/** Saves the current filter, sort order and columns of the list. */
export function SaveDialog({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const save = useSaveView()
  return (
    <ViewDialog
      title={m.views_save_title({ list: listName(shown.list) })}
      initial={{ name: '', placeId: '' }}
      send={(given) => save({ ...given, ...shown })}
      done={m.views_saved}
      onClose={onClose}
    />
  )
}

export function EditDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const { id, name, place, version } = useFirstShown(view)
  const change = useChangeView(id)
  const before = { name, placeId: place?.id ?? null }
  return (
    <ViewDialog
      title={m.views_edit_title({ name })}
      initial={{ name, placeId: place?.id ?? '' }}
      send={(given) =>
        sendOrDecide({ ...differing(before, given), version }, viewFields(), (body) => change(body))
      }
      done={m.views_changed}
      onClose={onClose}
    />
  )
}
