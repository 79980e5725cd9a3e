import { rfidTag } from '@ats/contract/assets/assets.ts'
import type { AssetTag } from '@ats/contract/assets/tags.ts'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { z } from 'zod'
import {
  historyOf,
  type ShownAsset,
  useConfirmTag,
  useLoseTag,
  useReplaceTag,
} from '#features/assets/asset-queries.ts'
import { TagExpected } from '#features/assets/tag-expected.tsx'
import { useHolds } from '#kernel/address/screen.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { tagsFromCamera } from '#kernel/scanner/tags-from-camera.ts'
import { formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
import { CameraButton } from '#ui/camera/camera-button.tsx'
import { confirm } from '#ui/dialog/confirm.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { useLeaveGuardOf } from '#ui/form/use-leave-guard.ts'
import { CopyId } from '#ui/text/copy-id.tsx'
import { toast } from '#ui/toast/toast.ts'
import { epcParts } from './asset-epc.ts'
import classes from './asset-panel.module.css'

/** The current tag, its decoded content, a form to change it, and the previous tags. */
export function AssetTags({ asset }: { asset: ShownAsset }) {
  const { rfidTag, epc } = asset
  const { data } = useInfiniteQuery(historyOf(asset._id))
  const tags = data?.pages[0]?.tags ?? []
  const manages = useHolds('manage-asset')
  return (
    <section aria-labelledby="asset-tag">
      <h3 id="asset-tag" className={classes.heading}>
        {m.assets_tag()}
      </h3>
      <dl className={classes.facts}>
        <div data-wide>
          <dt>{m.assets_rfid_tag()}</dt>
          <dd>
            {rfidTag === null ? m.assets_no_tag() : <CopyId id={rfidTag} show={rfidTag.length} />}{' '}
            <TagExpected asset={asset} />
          </dd>
        </div>
        {rfidTag !== null && (
          <div data-wide>
            <dt>{m.assets_epc()}</dt>
            <dd>{epc === null ? m.assets_epc_opaque() : <Epc uri={epc} />}</dd>
          </div>
        )}
      </dl>
      {!asset.deleted && manages && <TagActions asset={asset} />}
      {tags.some(({ detachedAt }) => detachedAt !== null) && <TagHistory tags={tags} />}
    </section>
  )
}

function Epc({ uri }: { uri: string }) {
  return (
    <>
      {uri}
      <span className={classes.quiet}>{epcParts(uri).join(' · ')}</span>
    </>
  )
}

function TagActions({ asset }: { asset: ShownAsset }) {
  const [opened, { open, close }] = useDisclosure(false)
  const [confirming, { open: startConfirming, close: endConfirming }] = useDisclosure(false)
  const lose = useLosing(asset)
  if (confirming && asset.tagExpected) return <ConfirmForm asset={asset} onClose={endConfirming} />
  if (opened) return <TagForm asset={asset} onClose={close} />
  return (
    <Group gap="sm" mt="sm">
      {asset.tagExpected && (
        <Button size="xs" onClick={startConfirming}>
          {m.assets_tag_confirm()}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={open}>
        {asset.rfidTag === null ? m.assets_tag_attach() : m.assets_tag_replace()}
      </Button>
      {asset.rfidTag !== null && (
        <Button variant="subtle" color="red" size="xs" onClick={() => void lose()}>
          {m.assets_tag_lost()}
        </Button>
      )}
    </Group>
  )
}

/** The contract's message for a missing tag refers to a whole form. */
const tagSchema = () => z.object({ rfidTag: z.string().trim().min(1, m.scan_empty()).pipe(rfidTag) })

type FormProps = { asset: ShownAsset; onClose: () => void }

function TagForm({ asset, onClose }: FormProps) {
  const replace = useReplaceTag(asset._id)
  const form = useTagForm(replace, onClose, {
    done: m.assets_tag_attached,
    failure: m.assets_tag_attach_failed,
  })
  return (
    <ReadTag
      form={form}
      label={m.assets_tag_new()}
      submit={asset.rfidTag === null ? m.assets_tag_attach() : m.assets_tag_replace()}
      sending={m.assets_tag_attaching()}
      onClose={onClose}
    />
  )
}

function ConfirmForm({ asset, onClose }: FormProps) {
  const confirmTag = useConfirmTag(asset._id)
  const form = useTagForm(confirmTag, onClose, {
    done: m.assets_tag_confirmed,
    failure: m.assets_tag_confirm_failed,
  })
  return (
    <ReadTag
      form={form}
      label={m.assets_tag_read()}
      hint={m.assets_tag_confirm_hint({ tag: asset.rfidTag ?? '' })}
      submit={m.assets_tag_confirm()}
      sending={m.assets_tag_confirming()}
      onClose={onClose}
    />
  )
}

type Send = (body: { rfidTag: string }) => Promise<unknown>
type Texts = { done: () => string; failure: () => string }

function useTagForm(send: Send, onClose: () => void, { done, failure }: Texts) {
  const form = useContractForm({
    schema: tagSchema(),
    initial: { rfidTag: '' },
    send,
    done: () => {
      toast.success(done())
      onClose()
    },
    failure: failure(),
  })
  useLeaveGuardOf(form.fields, 'asset')
  return form
}

type ReadTagProps = Pick<FormProps, 'onClose'> & {
  form: ReturnType<typeof useTagForm>
  label: string
  hint?: string
  submit: string
  sending: string
}

/** A field for one tag, which is scanned, read with the camera or typed. */
function ReadTag({ form, label, hint, submit, sending, onClose }: ReadTagProps) {
  return (
    <div className={classes.tagForm}>
      <FormBody
        form={form}
        actions={
          <>
            <SubmitButton size="xs" text={submit} sending={{ now: form.sending, text: sending }} />
            <Button variant="default" size="xs" onClick={onClose}>
              {m.common_cancel()}
            </Button>
          </>
        }
      >
        <TextField
          form={form}
          name="rfidTag"
          label={label}
          description={hint}
          autoComplete="off"
          spellCheck={false}
          required
          markOnly
          autoFocus
          rightSection={
            <CameraButton
              label={m.camera_scan_tag()}
              onCode={tagsFromCamera(
                (tag) => form.fields.setFieldValue('rfidTag', tag),
                () => toast.failure(m.registration_label_no_tag()),
              )}
            />
          }
          rightSectionPointerEvents="all"
        />
      </FormBody>
    </div>
  )
}

function useLosing({ _id, rfidTag }: ShownAsset) {
  const lose = useLoseTag(_id)
  return async () => {
    const sure = await confirm({
      title: m.assets_tag_lost_title(),
      question: m.assets_tag_lost_question({ tag: rfidTag ?? '' }),
      action: m.assets_tag_lost(),
      danger: true,
    })
    if (!sure) return
    try {
      await lose(undefined)
      toast.success(m.assets_tag_lost_done())
    } catch (error) {
      toast.failure(m.assets_tag_lost_failed(), messageOf(error, ''))
    }
  }
}

const endings = {
  replaced: m.assets_tag_ending_replaced,
  lost: m.assets_tag_ending_lost,
  deleted: m.assets_tag_ending_deleted,
}

function TagHistory({ tags }: { tags: AssetTag[] }) {
  return (
    <>
      <h4 className={classes.subheading}>{m.assets_tags_earlier()}</h4>
      <ul className={classes.tags}>
        {tags.map((tag) => (
          <li key={`${tag.rfidTag} ${tag.attachedAt}`}>
            <CopyId id={tag.rfidTag} show={tag.rfidTag.length} />
            <span className={classes.quiet}>{storyOf(tag)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function storyOf({ attachedAt, attachedBy, detachedAt, ending }: AssetTag): string {
  const from = formatTime(attachedAt)
  const span =
    detachedAt === null
      ? m.assets_tag_since({ from })
      : m.assets_tag_span({ from, to: formatTime(detachedAt) })
  const how = ending === null ? m.assets_tag_now() : endings[ending]()
  return [how, span, attachedBy && m.assets_by({ name: attachedBy })].filter(Boolean).join(' · ')
}
