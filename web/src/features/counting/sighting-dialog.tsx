import { sighting } from '@ats/contract/inventories/counting.ts'
import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { ImageField } from '#ui/form/image-field.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { expectReads } from './outbox/announcements.ts'
import { addSighting } from './outbox/outbox.ts'
import type { CountedRoom } from './outbox/records.ts'
import { smallerPhoto } from './smaller-photo.ts'

const schema = sighting.pick({ label: true, note: true }).extend({
  image: z
    .instanceof(Blob)
    .nullable()
    .refine((image) => image !== null, { error: () => m.count_sighting_photo_missing() }),
})

/** Records an item without a readable tag: a description and a photo. */
export function SightingDialog({ room, onClose }: { room: CountedRoom; onClose: () => void }) {
  const form = useContractForm({
    schema,
    initial: { image: null as Blob | null, label: '', note: '' },
    send: async ({ label, note, image }) => {
      if (image === null) return
      expectReads(room)
      await addSighting(room, { label, note, image: await smallerPhoto(image) })
    },
    done: () => {
      toast.success(m.count_sighting_kept())
      onClose()
    },
    failure: m.count_sighting_failed(),
  })
  return (
    <FormDialog title={m.count_sighting()} onClose={onClose} sheet>
      <FormBody
        form={form}
        actions={
          <DialogActions form={form} text={m.count_sighting_keep()} sending={m.count_sighting_keeping()} />
        }
      >
        <ImageField form={form} name="image" label={m.count_sighting_photo()} />
        <TextField
          form={form}
          name="label"
          label={m.count_sighting_label()}
          description={m.count_sighting_label_hint()}
          autoComplete="off"
        />
        <TextAreaField form={form} name="note" label={m.count_sighting_note()} />
      </FormBody>
    </FormDialog>
  )
}
