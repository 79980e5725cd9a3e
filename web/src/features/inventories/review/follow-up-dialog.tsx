import { followUpActions, type Investigation } from '@ats/contract/inventories/investigations.ts'
import { Text } from '@mantine/core'
import { investigatedName } from '#features/inventories/inventory-texts.tsx'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { ActionField, ActionFields, initialOf, outcomeSchema } from './resolve-fields.tsx'
import { useNoteFollowUp } from './review-queries.ts'

type Props = { about: Investigation; onClose: () => void }

/** Notes what became of an item, or gives it to another person. */
export function FollowUpDialog({ about, onClose }: Props) {
  const note = useNoteFollowUp(about._id)
  const actions = followUpActions.filter(
    (action) => about.assetId !== null || action === 'investigate' || action === 'ignore',
  )
  const name = investigatedName(about)
  const form = useContractForm({
    schema: outcomeSchema,
    initial: initialOf(actions[0] ?? 'ignore'),
    send: (resolution) => note(resolution),
    done: () => {
      toast.success(m.investigation_noted_named({ name }))
      onClose()
    },
    failure: m.investigation_failed(),
  })
  return (
    <FormDialog onClose={onClose} size="lg" title={m.investigation_note()}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.common_save()} sending={m.common_saving()} />}
      >
        <Text size="sm">{name}</Text>
        <ActionField form={form} actions={actions} />
        <ActionFields form={form} placeId={about.placeId} />
      </FormBody>
    </FormDialog>
  )
}
