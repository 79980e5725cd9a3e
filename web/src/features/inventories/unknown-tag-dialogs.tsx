import type { BulkResult } from '@ats/contract/bulk.ts'
import type { UnknownTag } from '@ats/contract/inventories/review.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { assetTitle } from '#features/assets/assets.ts'
import { counted } from '#kernel/format.ts'
import { m } from '#texts'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast.ts'
import { AssetSelect } from './asset-select.tsx'
import { useAttachTag, useIgnoreTags } from './review-queries.ts'

type AttachProps = { tag: UnknownTag; onClose: () => void }

/** The tag goes onto an asset at once; one that is on it is replaced. */
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
          <>
            <CancelButton />
            <SubmitButton
              text={m.unknown_tags_attach()}
              sending={{ now: form.sending, text: m.unknown_tags_attaching() }}
            />
          </>
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

/** Tags about to be left alone: one by its name, or those that are selected. */
export type Ignoring = { ids: string[]; name?: string; clear?: () => void }

type IgnoreProps = {
  ignoring: Ignoring
  onIgnored: (reply: BulkResult, ids: string[]) => void
  onClose: () => void
}

export function IgnoreDialog({ ignoring: { ids, name, clear }, onIgnored, onClose }: IgnoreProps) {
  const ignore = useIgnoreTags()
  const form = useContractForm({
    schema: z.object({ reason: z.string().trim().min(1, m.inventory_reason_required()) }),
    initial: { reason: '' },
    send: ({ reason }) => ignore({ ids, reason }),
    done: (reply) => {
      clear?.()
      onClose()
      onIgnored(reply, ids)
    },
    failure: m.unknown_tags_ignore_failed(),
    saysFirst: 'failure',
  })
  const title = counted(ids.length, m.unknown_tags_ignore_title_one, m.unknown_tags_ignore_title)
  return (
    <FormDialog onClose={onClose} title={title}>
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton
              text={m.unknown_tags_ignore()}
              sending={{ now: form.sending, text: m.common_saving() }}
            />
          </>
        }
      >
        {name !== undefined && <Text size="sm">{name}</Text>}
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
