import { rfidTag } from '@ats/contract/assets/assets.ts'
import type { AssetTag } from '@ats/contract/assets/tags.ts'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { historyOf, type ShownAsset, useLoseTag, useReplaceTag } from '#features/assets/asset-queries.ts'
import { useHolds } from '#kernel/address/screen.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
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
          <dd>{rfidTag === null ? m.assets_no_tag() : <CopyId id={rfidTag} show={rfidTag.length} />}</dd>
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
  const lose = useLosing(asset)
  if (opened) return <TagForm asset={asset} onClose={close} />
  return (
    <Group gap="sm" mt="sm">
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

function TagForm({ asset, onClose }: { asset: ShownAsset; onClose: () => void }) {
  const replace = useReplaceTag(asset._id)
  const form = useContractForm({
    schema: tagSchema(),
    initial: { rfidTag: '' },
    send: replace,
    done: () => {
      toast.success(m.assets_tag_attached())
      onClose()
    },
    failure: m.assets_tag_attach_failed(),
  })
  useLeaveGuardOf(form.fields, 'asset')
  return (
    <div className={classes.tagForm}>
      <FormBody
        form={form}
        actions={
          <>
            <SubmitButton
              size="xs"
              text={asset.rfidTag === null ? m.assets_tag_attach() : m.assets_tag_replace()}
              sending={{ now: form.sending, text: m.assets_tag_attaching() }}
            />
            <Button variant="default" size="xs" onClick={onClose}>
              {m.common_cancel()}
            </Button>
          </>
        }
      >
        <TextField
          form={form}
          name="rfidTag"
          label={m.assets_tag_new()}
          autoComplete="off"
          spellCheck={false}
          required
          markOnly
          autoFocus
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
