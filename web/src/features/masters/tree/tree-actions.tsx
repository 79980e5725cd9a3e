import type { BulkJob } from '@ats/contract/bulk-jobs.ts'
import { type ReactNode, useState } from 'react'
import { BulkJobDialog } from '#features/bulk-jobs/bulk-jobs.ts'
import { ApiError, messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useFollowCity } from '../follow-city.ts'
import { reasonOf, useWhyFixed, useWhyNotAdded } from '../rules.ts'
import { useDeletePlace } from './tree-changes.ts'
import type { Spot } from './tree-queries.ts'
import { focusRow, useTree } from './tree-state.tsx'
import { kindBelow } from './tree-texts.ts'

const InUseSteps = lazyPart(async () => (await import('../in-use-steps.tsx')).InUseSteps)
const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog)

type Act = (() => void) | undefined

/** The actions for the selected place; undefined if not permitted. */
export type TreeActions = { add: Act; rename: Act; move: Act; remove: Act; dialogs: ReactNode }

type Open = { is: 'move'; spot: Spot } | { is: 'in-use'; spot: Spot; reason: string | undefined }

export function useTreeActions(): TreeActions {
  const { selected, edit, setOpened } = useTree()
  const [open, setOpen] = useState<Open>()
  const [job, setJob] = useState<BulkJob>()
  const node = selected?.node
  const below = node ? kindBelow[node.kind] : null
  const isFixed = useWhyFixed(node?.kind ?? 'room') !== undefined || node?.isOwn !== true
  const isClosed = useWhyNotAdded(below ?? 'room') !== undefined || node?.isOwn !== true
  const remove = useRemoval((reason) => selected && setOpen({ is: 'in-use', spot: selected, reason }))
  const close = () => setOpen(undefined)

  const add = () => {
    if (node === undefined || below === null) return
    setOpened(node._id, true)
    edit({ add: node, kind: below })
  }
  const inUse = open?.is === 'in-use' && {
    row: {
      id: open.spot.node._id,
      name: open.spot.node.name,
      uses: open.spot.node.assets + open.spot.node.children,
    },
    kind: open.spot.node.kind,
  }
  return {
    add: isClosed || below === null ? undefined : add,
    rename: isFixed ? undefined : () => node && edit({ rename: node._id }),
    move:
      isFixed || node?.kind === 'city'
        ? undefined
        : () => selected && setOpen({ is: 'move', spot: selected }),
    remove: isFixed ? undefined : () => selected && void remove(selected),
    dialogs: (
      <>
        {open?.is === 'move' && <MoveDialog spot={open.spot} onClose={close} onJob={setJob} />}
        {inUse && (
          <InUseSteps
            {...inUse}
            reason={open?.is === 'in-use' ? open.reason : undefined}
            onClose={close}
            onJob={setJob}
          />
        )}
        {job && <BulkJobDialog job={job} onClose={() => setJob(undefined)} />}
      </>
    ),
  }
}

/** A place in use cannot be deleted, so instead of a confirmation the dialog shows what to do. */
function useRemoval(onInUse: (reason?: string) => void) {
  const { select } = useTree()
  const { mutateAsync } = useDeletePlace()
  const followCity = useFollowCity('city')
  return async ({ node, above }: Spot) => {
    if (node.assets + node.children > 0) return onInUse()
    const sure = await confirm({
      title: m.masters_delete_named({ name: node.name }),
      question: m.masters_delete_question(),
      action: m.common_delete(),
      danger: true,
    })
    if (!sure) return
    try {
      await mutateAsync({ kind: node.kind, id: node._id })
      toast.success(m.masters_deleted({ name: node.name }))
      const parent = above.at(-1)
      if (parent !== undefined) {
        select({ node: parent, above: above.slice(0, -1) })
        focusRow(parent._id)
      } else followCity(node.name)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onInUse(reasonOf(error))
      else toast.failure(m.masters_delete_failed(), messageOf(error, ''))
    }
  }
}
