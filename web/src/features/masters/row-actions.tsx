import { type Master, recordKindOf } from '@ats/contract/masters.ts'
import { Button } from '@mantine/core'
import { IconDoor } from '@tabler/icons-react'
import { useState } from 'react'
import { PapersButton } from '#features/papers/papers.ts'
import { ApiError, messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { confirm } from '#ui/dialog/confirm.tsx'
import { lazyPart } from '#ui/lazy/part.tsx'
import { RowActions } from '#ui/table/row-actions.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { toast } from '#ui/toast/toast.ts'
import { editButtonId, useEditing } from './editing.tsx'
import { useFollowCity } from './follow-city.ts'
import { useDeleteMaster } from './queries.ts'
import { reasonOf, useWhyFixed } from './rules.ts'

const InUseSteps = lazyPart(async () => (await import('./in-use-steps.tsx')).InUseSteps)

/** The actions for a record: its rooms, and for people who manage the list, edit and delete. */
export function MasterActions({ row }: { row: Master }) {
  const { kind, drafts } = useEditing()
  const fixed = useWhyFixed(kind) !== undefined
  if (drafts[row.id] !== undefined) return <SaveOrCancel row={row} />
  const { id, name } = row
  const rooms = { to: '.', search: { aou: id } } as unknown as { to: '/' }
  const [text, named] = [m.masters_rooms(), m.masters_rooms_of({ name })]
  if (fixed)
    return (
      kind === 'aou' && (
        <RowActions name={name}>
          <ButtonLink {...rooms} size="compact-sm" variant="subtle" aria-label={named}>
            {text}
          </ButtonLink>
        </RowActions>
      )
    )
  return (
    <RowActions name={name} more={kind === 'aou' ? [{ text, named, icon: IconDoor, link: rooms }] : []}>
      <EditAndDelete row={row} />
    </RowActions>
  )
}

function SaveOrCancel({ row }: { row: Master }) {
  const { kind, drafts, save, cancel } = useEditing()
  const saving = drafts[row.id]?.saving === true
  return (
    <RowActions name={row.name}>
      <Button
        size="compact-sm"
        aria-label={m.masters_save_named({ name: row.name })}
        aria-disabled={saving}
        onClick={() => void save(row)}
      >
        {saving ? m.common_saving() : m.common_save()}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={m.masters_cancel_named({ name: row.name })}
        onClick={() => cancel(row.id)}
      >
        {m.common_cancel()}
      </Button>
      <PapersButton kind={recordKindOf(kind)} recordId={row.id} name={row.name} />
    </RowActions>
  )
}

function EditAndDelete({ row }: { row: Master }) {
  const { kind, start, showJob } = useEditing()
  const [inUse, setInUse] = useState<{ reason: string | undefined }>()
  const remove = useRemoval(row, (reason) => setInUse({ reason }))
  const { name } = row
  return (
    <>
      <Button
        id={editButtonId(row.id)}
        size="compact-sm"
        variant="subtle"
        aria-label={m.masters_edit_named({ name })}
        onClick={() => start(row)}
      >
        {m.common_edit()}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={m.masters_delete_named({ name })}
        onClick={() => void remove()}
      >
        {m.common_delete()}
      </Button>
      {inUse && (
        <InUseSteps kind={kind} row={row} {...inUse} onClose={() => setInUse(undefined)} onJob={showJob} />
      )}
    </>
  )
}

/** A record in use cannot be deleted, so instead of a confirmation the dialog shows what to do. */
function useRemoval(row: Master, onInUse: (reason?: string) => void) {
  const { kind } = useEditing()
  const { mutateAsync } = useDeleteMaster(kind)
  const followCity = useFollowCity(kind)
  return async () => {
    if (row.uses > 0) return onInUse()
    const sure = await confirm({
      title: m.masters_delete_named({ name: row.name }),
      question: m.masters_delete_question(),
      action: m.common_delete(),
      danger: true,
    })
    if (!sure) return
    try {
      await mutateAsync(row.id)
      toast.success(m.masters_deleted({ name: row.name }))
      document.querySelector('h1')?.focus()
      followCity(row.name)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) onInUse(reasonOf(error))
      else toast.failure(m.masters_delete_failed(), messageOf(error, ''))
    }
  }
}
