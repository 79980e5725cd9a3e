import type { Asset } from '@ats/contract/assets/assets.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { assetTitle } from '#features/assets/asset-place.ts'
import { useDeleteAsset, useRestoreAssets } from '#features/assets/asset-queries.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { messageText } from '#kernel/http/message-text.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'

type Props = { asset: Asset; onClose: () => void; onDeleted: () => unknown }

const schema = z.object({ reason: z.string().trim() })

/** Asks for confirmation and an optional reason; the toast afterwards offers an undo. */
export function DeleteDialog({ asset, onClose, onDeleted }: Props) {
  const remove = useDeleteAsset()
  const undo = useUndo()
  const form = useContractForm({
    schema,
    initial: { reason: '' },
    send: ({ reason }) => remove({ id: asset._id, reason }),
    done: () => {
      toast.success(m.assets_deleted(), { text: m.assets_undo(), run: () => void undo([asset._id]) })
      onClose()
      onDeleted()
    },
    failure: m.assets_delete_failed(),
    saysFirst: 'failure',
  })
  return (
    <FormDialog onClose={onClose} title={m.assets_delete_title({ name: assetTitle(asset) })}>
      <FormBody
        form={form}
        actions={
          <DialogActions
            form={form}
            text={m.common_delete()}
            sending={m.assets_deleting()}
            color="red"
            isCareful
          />
        }
      >
        <Text>{m.assets_delete_question()}</Text>
        <Text size="sm" c="dimmed">
          {m.assets_delete_restorable()}
        </Text>
        <TextAreaField form={form} name="reason" label={m.assets_reason()} maxLength={500} minRows={2} />
      </FormBody>
    </FormDialog>
  )
}

/** Restores deleted assets, and reports those that were not restored completely. */
export function useUndo() {
  const restore = useRestoreAssets()
  return async (ids: string[]) => {
    try {
      const { done, failed, results } = await restore(ids)
      const word = results.find(({ ok, code }) => !ok || code !== 'restored')
      if (failed > 0) toast.failure(m.assets_restore_failed(), word ? messageText(word) : '')
      else if (word !== undefined) toast.success(messageText(word))
      else toast.success(counted(done, m.assets_restored, m.assets_restored_many))
    } catch (error) {
      toast.failure(m.assets_restore_failed(), messageOf(error, ''))
    }
  }
}
