import type { BulkResult } from '@ats/contract/bulk.ts'
import type { UnknownTag } from '@ats/contract/inventories/review.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { assetTitle } from '#features/assets/assets.ts'
import { useAttachTag, useIgnoreTags } from '#features/inventories/review/review-queries.ts'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { type About, ReasonDialog } from '#ui/form/reason-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { AssetSelect } from './asset-select.tsx'

type AttachProps = { tag: UnknownTag; onClose: () => void }

/** Puts the tag on an asset immediately and replaces its current tag. */
export function AttachDialog({ tag, onClose }: AttachProps) {
  const attach = useAttachTag(tag.tag)
  const form = useContractForm({
    schema: z.object({ assetId: z.string().min(1, m.inventory_asset_required()) }),
    initial: { assetId: '' },
    send: ({ assetId }) => attach(assetId),
    done: ({ asset }) => {
      toast.success(m.unknown_tags_attached({ tag: tag.tag, name: assetTitle(asset) }))
      onClose()
    },
    failure: m.unknown_tags_attach_failed(),
  })
  const assetId = form.fields.useWatchValue('assetId')
  return (
    <FormDialog onClose={onClose} title={m.unknown_tags_attach_title()}>
      <FormBody
        form={form}
        actions={
          <DialogActions form={form} text={m.unknown_tags_attach()} sending={m.unknown_tags_attaching()} />
        }
      >
        <Text size="sm">{m.unknown_tags_attach_text({ tag: tag.tag })}</Text>
        <AssetSelect
          value={assetId}
          error={form.fields.errors.assetId}
          onChange={(id) => form.fields.setFieldValue('assetId', id)}
        />
      </FormBody>
    </FormDialog>
  )
}

type IgnoreProps = {
  ignoring: About
  onIgnored: (reply: BulkResult, ids: string[]) => void
  onClose: () => void
}

export function IgnoreDialog({ ignoring, onIgnored, onClose }: IgnoreProps) {
  const ignore = useIgnoreTags()
  return (
    <ReasonDialog
      about={ignoring}
      title={counted(ignoring.ids.length, m.unknown_tags_ignore_title_one, m.unknown_tags_ignore_title)}
      submit={{ text: m.unknown_tags_ignore() }}
      failure={m.unknown_tags_ignore_failed()}
      send={(ids, reason) => ignore({ ids, reason })}
      onDone={onIgnored}
      onClose={onClose}
    />
  )
}
