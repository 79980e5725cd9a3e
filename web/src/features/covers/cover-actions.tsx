import type { Cover } from '@ats/contract/covers.ts'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { ReasonDialog } from '#ui/form/reason-dialog.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useCancelCover, useDeleteCover } from './cover-queries.ts'

const CoverDialog = lazyPart(async () => (await import('./cover-dialog.tsx')).CoverDialog)
const RenewDialog = lazyPart(async () => (await import('./cover-steps.tsx')).RenewDialog)
const EndDialog = lazyPart(async () => (await import('./cover-steps.tsx')).EndDialog)

type Step = 'change' | 'renew' | 'end' | 'cancel'

/** Steps of a cover whose assets the person sees completely. A cancelled cover stays as it is. */
export function CoverActions({ cover }: { cover: Cover }) {
  const [open, setOpen] = useState<Step | null>(null)
  const remove = useRemoval(cover)
  const close = () => setOpen(null)
  const isCancelled = cover.state === 'cancelled'
  const isEmpty = cover.assets === 0
  if (isCancelled && !isEmpty) return null
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }} withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
            {m.covers_more()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {!isCancelled && cover.state !== 'ended' && (
            <Menu.Item onClick={() => setOpen('end')}>{m.covers_end()}</Menu.Item>
          )}
          {!isCancelled && (
            <Menu.Item color="red" onClick={() => setOpen('cancel')}>
              {m.covers_cancel()}
            </Menu.Item>
          )}
          {isEmpty && (
            <Menu.Item color="red" onClick={() => void remove()}>
              {m.covers_delete()}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {!isCancelled && cover.next === null && (
        <Button variant="default" onClick={() => setOpen('renew')}>
          {m.covers_renew()}
        </Button>
      )}
      {!isCancelled && <Button onClick={() => setOpen('change')}>{m.common_edit()}</Button>}
      {open === 'change' && <CoverDialog cover={cover} onClose={close} />}
      {open === 'renew' && <RenewDialog cover={cover} onClose={close} />}
      {open === 'end' && <EndDialog cover={cover} onClose={close} />}
      {open === 'cancel' && <CancelDialog cover={cover} onClose={close} />}
    </>
  )
}

function CancelDialog({ cover, onClose }: { cover: Cover; onClose: () => void }) {
  const { _id, name, version } = cover
  const cancel = useCancelCover(_id)
  return (
    <ReasonDialog
      about={{ ids: [_id] }}
      title={m.covers_cancel_named({ name })}
      text={m.covers_cancel_text()}
      submit={{ text: m.covers_cancel(), color: 'red' }}
      failure={m.covers_step_failed()}
      send={(_ids, reason) => cancel({ reason, version })}
      onDone={() => toast.success(m.covers_cancelled({ name }))}
      onClose={onClose}
    />
  )
}

function useRemoval({ _id, name }: Cover) {
  const remove = useDeleteCover(_id)
  const navigate = useNavigate()
  const list = screenLink('/dashboard/$location/manage-asset/covers', useCity())
  return async () => {
    const question = m.covers_delete_question({ name })
    if (!(await confirm({ title: m.covers_delete(), question, action: m.covers_delete(), danger: true })))
      return
    try {
      await remove()
      toast.success(m.covers_deleted({ name }))
      await navigate(list)
    } catch (error) {
      toast.failure(m.covers_step_failed(), messageOf(error, m.error_unexpected()))
    }
  }
}
