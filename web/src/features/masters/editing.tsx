import type { BulkJob } from '@ats/contract/bulk-jobs.ts'
import { type Master, type MasterChange, type MasterKind, newMaster } from '@ats/contract/masters.ts'
import { createContext, type ReactNode, use, useState } from 'react'
import { BulkJobDialog } from '#features/bulk-jobs/bulk-jobs.ts'
import { ApiError, messageOf } from '#kernel/http/api-error.ts'
import { m } from '#texts'
import { sendOrDecide } from '#ui/form/conflict.tsx'
import { readForm } from '#ui/form/read-form.ts'
import { TheirsKept } from '#ui/form/theirs-kept.ts'
import { useLeaveGuardOf } from '#ui/form/use-leave-guard.ts'
import { toast } from '#ui/toast/toast.ts'
import { useFollowCity } from './follow-city.ts'
import { masterFields } from './master-fields.tsx'
import { type Choice, useChangeMaster } from './queries.ts'

/** The unsaved input of a row, with the row as it was at the start. */
type Draft = {
  row: Master
  name: string
  parent: Choice | null
  errors: Record<string, string>
  saving: boolean
}

type Editing = {
  kind: MasterKind
  drafts: Record<string, Draft>
  start: (row: Master) => void
  change: (id: string, change: Partial<Draft>) => void
  cancel: (id: string) => void
  save: (row: Master) => Promise<void>
  /** Shown here and not in the row, which may disappear before the job is done. */
  showJob: (job: BulkJob) => void
}

const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = use(EditingContext)
  if (editing === null) throw new Error('Rows are edited inside of EditingRows')
  return editing
}

export const editButtonId = (id: string) => `edit-${id}`

/** The button returns with the next render of the row, which may have moved to another page. */
const focusRow = (id: string) =>
  setTimeout(() => (document.getElementById(editButtonId(id)) ?? document.querySelector('h1'))?.focus())

/** The current parent of a place, as a choice of the select. */
function parentOfRow({ parentId, above }: Master): Choice | null {
  if (parentId === null) return null
  return { id: parentId, name: above.at(-1) ?? '', path: above.slice(0, -1).join(' > ') }
}

const named = newMaster.pick({ name: true })

/** Holds the rows that are being edited. Several can be edited at the same time, and none loses its input. */
export function EditingRows({ kind, children }: { kind: MasterKind; children: ReactNode }) {
  const [drafts, setDrafts] = useState<Record<string, Draft>>({})
  const [job, setJob] = useState<BulkJob>()
  const { mutateAsync } = useChangeMaster(kind)
  const followCity = useFollowCity(kind)
  // A draft that is being saved is not lost. After saving, the address may follow a renamed city before the
  // draft is removed.
  const isDirty = () =>
    Object.values(drafts).some(
      ({ row, name, parent, saving }) => !saving && isChanged(changesOf(row, name, parent)),
    )
  useLeaveGuardOf({ isDirty }, 'aou')

  const start = (row: Master) => {
    const draft = { row, name: row.name, parent: parentOfRow(row), errors: {}, saving: false }
    setDrafts((all) => ({ ...all, [row.id]: draft }))
  }
  const change = (id: string, changed: Partial<Draft>) =>
    setDrafts((all) => (all[id] === undefined ? all : { ...all, [id]: { ...all[id], ...changed } }))
  const cancel = (id: string) => {
    setDrafts(({ [id]: _, ...others }) => others)
    focusRow(id)
  }
  const save = async (row: Master) => {
    const draft = drafts[row.id]
    if (draft === undefined || draft.saving) return
    const { value, errors } = readForm(named, { name: draft.name })
    if (errors.name !== undefined) return change(row.id, { errors })
    const changes = changesOf(draft.row, value.name, draft.parent)
    if (!isChanged(changes)) return cancel(row.id)
    change(row.id, { saving: true, errors: {} })
    try {
      const edited = { ...changes, version: draft.row.version }
      const saved = await sendOrDecide(edited, masterFields(draft.parent), (body) =>
        mutateAsync({ id: row.id, ...body }),
      )
      if (saved.job === undefined) toast.success(m.masters_updated({ name: saved.name }))
      else setJob(saved.job)
      cancel(row.id)
      followCity(row.name, saved.name)
    } catch (error) {
      if (error instanceof TheirsKept) return cancel(row.id)
      change(row.id, { saving: false, errors: errorsOf(error) })
    }
  }
  return (
    <EditingContext value={{ kind, drafts, start, change, cancel, save, showJob: setJob }}>
      {children}
      {job && <BulkJobDialog job={job} onClose={() => setJob(undefined)} />}
    </EditingContext>
  )
}

function changesOf(row: Master, name: string, parent: Choice | null): MasterChange {
  return {
    ...(name !== row.name && { name }),
    ...(parent !== null && parent.id !== row.parentId && { parentId: parent.id }),
  }
}

const isChanged = (changes: MasterChange) => Object.keys(changes).length > 0

/** An error without a field is shown at the name. */
function errorsOf(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : {}
  return Object.keys(fields).length > 0 ? fields : { name: messageOf(error, m.masters_update_failed()) }
}
