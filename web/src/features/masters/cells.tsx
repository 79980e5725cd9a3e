import { isPlace, type Master, parentOf } from '@ats/contract/masters.ts'
import { TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { formatNumber } from '#kernel/words/format.ts'
import { masterTexts } from '#kernel/words/master-texts.ts'
import { m } from '#texts'
import { PlaceText } from '#ui/text/cell.tsx'
import { Matched } from '#ui/text/matched.tsx'
import { useEditing } from './editing.tsx'
import { MasterSelect } from './master-select.tsx'
import classes from './masters.module.css'
import { WorkBadge } from './work-badge.tsx'

/** Enter saves and Esc cancels, except while a dropdown is open or an input method is composing. */
function useRowKeys(row: Master) {
  const { save, cancel } = useEditing()
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true'
    if (isOpen || event.nativeEvent.isComposing) return
    if (event.key === 'Enter') void save(row)
    if (event.key === 'Escape') cancel(row.id)
  }
}

export function NameCell({ row }: { row: Master }) {
  const { kind, drafts, change } = useEditing()
  const onKeyDown = useRowKeys(row)
  const draft = drafts[row.id]
  if (draft === undefined)
    return (
      <>
        <Matched text={row.name} />
        {row.work !== null && <WorkBadge work={row.work} />}
      </>
    )
  return (
    <TextInput
      className={classes.nameInput ?? ''}
      size="xs"
      aria-label={m.masters_name_of({ field: masterTexts[kind].name(), name: row.name })}
      value={draft.name}
      error={draft.errors.name}
      onChange={(event) => change(row.id, { name: event.currentTarget.value, errors: {} })}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.select()}
      autoFocus
    />
  )
}

export function ParentCell({ row }: { row: Master }) {
  const { kind, drafts, change } = useEditing()
  const onKeyDown = useRowKeys(row)
  const draft = drafts[row.id]
  const parent = parentOf(kind)
  if (draft === undefined || parent === null) return <PlaceText path={row.path} />
  return (
    <MasterSelect
      className={classes.parentInput ?? ''}
      size="xs"
      aria-label={m.masters_parent_of({ name: row.name })}
      scope={{ kind: parent }}
      value={draft.parent}
      error={draft.errors.parentId}
      onChange={(_, chosen) => chosen !== null && change(row.id, { parent: chosen, errors: {} })}
      allowDeselect={false}
      openOnFocus={false}
      onKeyDown={onKeyDown}
    />
  )
}

/** The server stops counting the assets of a shared list here. */
const mostCounted = 1000

export function usesText(kind: Parameters<typeof isPlace>[0], uses: number): string {
  return uses > mostCounted && !isPlace(kind)
    ? m.masters_uses_many({ count: formatNumber(mostCounted) })
    : formatNumber(uses)
}
