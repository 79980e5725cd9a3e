import type { Asset } from '@ats/contract/assets/assets.ts'
import { Button, Group, Modal, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '#kernel/api-error.ts'
import { formatNumber } from '#kernel/format.ts'
import { inLanguage } from '#kernel/in-language.ts'
import { m } from '#texts'
import { useReturnFocus } from '#ui/return-focus.ts'
import { toast } from '#ui/toast.tsx'
import { assetTitle } from './asset-place.ts'
import { useDeleteAsset, useRestoreAssets } from './asset-queries.ts'

type Props = { asset: Asset; onClose: () => void; onDeleted: () => unknown }

/** Asks, takes an optional reason, and lets the person take it back afterwards. */
export function DeleteDialog({ asset, onClose, onDeleted }: Props) {
  useReturnFocus()
  const [reason, setReason] = useState('')
  const [sending, setSending] = useState(false)
  const remove = useDeleteAsset()
  const undo = useUndo()
  const accept = async () => {
    if (sending) return
    setSending(true)
    try {
      await remove({ id: asset._id, reason })
      toast.success(m.assets_deleted(), { text: m.assets_undo(), run: () => void undo([asset._id]) })
      onDeleted()
    } catch (error) {
      toast.failure(m.assets_delete_failed(), messageOf(error, ''))
    } finally {
      onClose()
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.assets_delete_title({ name: assetTitle(asset) })}
      closeButtonProps={{ 'aria-label': m.common_close() }}
      transitionProps={{ duration: 0 }}
    >
      <Text mb="md">{m.assets_delete_question()}</Text>
      <ReasonField value={reason} onChange={setReason} />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {m.common_cancel()}
        </Button>
        <Button color="red" aria-disabled={sending} onClick={() => void accept()}>
          {sending ? m.assets_deleting() : m.common_delete()}
        </Button>
      </Group>
    </Modal>
  )
}

function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  return (
    <Textarea
      label={m.assets_reason()}
      value={value}
      maxLength={500}
      autosize
      minRows={2}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Takes assets out of the bin again, and says where that did not bring everything back. */
export function useUndo() {
  const restore = useRestoreAssets()
  return async (ids: string[]) => {
    try {
      const { done, failed, results } = await restore(ids)
      const word = results.find(({ ok, message }) => !ok || message.startsWith('Restored without'))
      if (failed > 0) toast.failure(m.assets_restore_failed(), inLanguage(word?.message ?? ''))
      else if (word !== undefined) toast.success(inLanguage(word.message))
      else
        toast.success(
          done === 1 ? m.assets_restored() : m.assets_restored_many({ count: formatNumber(done) }),
        )
    } catch (error) {
      toast.failure(m.assets_restore_failed(), messageOf(error, ''))
    }
  }
}
