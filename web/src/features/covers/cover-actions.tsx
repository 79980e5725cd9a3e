import type { Cover } from '@ats/contract/covers.ts'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useDeleteCover } from './cover-queries.ts'

const CoverDialog = lazyPart(async () => (await import('./cover-dialog.tsx')).CoverDialog)
const RenewDialog = lazyPart(async () => (await import('./cover-steps.tsx')).RenewDialog)
const EndDialog = lazyPart(async () => (await import('./cover-steps.tsx')).EndDialog)

const CancelDialog = lazyPart(async () => (await import('./cover-steps.tsx')).CancelDialog)

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
      {isEmpty && (
        <Button variant="light" color="red" onClick={() => void remove()}>
          {m.covers_delete()}
        </Button>
      )}
      {!isCancelled && (
        <Button variant="light" color="red" onClick={() => setOpen('cancel')}>
          {m.covers_cancel()}
        </Button>
      )}
      {!isCancelled && cover.state !== 'ended' && (
        <Button variant="default" onClick={() => setOpen('end')}>
          {m.covers_end()}
        </Button>
      )}
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
