import { newMaster } from '@ats/contract/masters.ts'
import type { PlaceNode } from '@ats/contract/place-tree.ts'
import type { PlaceKind } from '@ats/contract/places.ts'
import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ApiError, messageOf } from '#kernel/http/api-error.ts'
import { masterTexts } from '#kernel/words/master-texts.ts'
import { m } from '#texts'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { readForm } from '#ui/form/read-form.ts'
import { useLeaveGuardOf } from '#ui/form/use-leave-guard.ts'
import classes from './tree.module.css'
import { useAddInTree, useRenameInTree } from './tree-changes.ts'
import { focusRow, useTree } from './tree-state.tsx'
import { addTexts } from './tree-texts.ts'

const named = newMaster.pick({ name: true })

/** A name input in the tree: Enter saves, Esc cancels. Esc during a save closes the input once it is saved. */
function useNameInput(first: string, save: (name: string) => Promise<void>, cancel: () => void) {
  const [name, setName] = useState(first)
  const [error, setError] = useState<string>()
  const [saving, setSaving] = useState(false)
  const closesAfter = useRef(false)
  useLeaveGuardOf({ isDirty: () => !saving && name.trim() !== first }, 'place')
  const submit = async () => {
    const { value, errors } = readForm(named, { name })
    if (errors.name !== undefined) return setError(errors.name)
    setSaving(true)
    closesAfter.current = false
    try {
      await save(value.name)
      setName(first)
      setError(undefined)
      if (closesAfter.current) cancel()
    } catch (failure) {
      const fields = failure instanceof ApiError ? failure.fields : {}
      setError(fields.name ?? messageOf(failure, m.masters_update_failed()))
    }
    setSaving(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !saving) void submit()
    if (event.key === 'Escape') {
      event.stopPropagation()
      if (saving) closesAfter.current = true
      else cancel()
    }
  }
  return {
    value: name,
    error,
    onKeyDown,
    onChange: (event: { currentTarget: { value: string } }) => {
      setName(event.currentTarget.value)
      setError(undefined)
    },
    maxLength: 200,
    autoComplete: 'off',
    autoFocus: true,
    className: classes.input ?? '',
  }
}

type AddProps = { kind: PlaceKind; parent: PlaceNode | null; level: number }

/** Takes one name after another until Esc, because people rarely add just one place. */
export function AddRow({ kind, parent, level }: AddProps) {
  const { edit, selected } = useTree()
  const add = useAddInTree(kind, parent)
  const last = useRef<string>(undefined)
  const close = () => {
    edit(undefined)
    const back = last.current ?? parent?._id ?? selected?.node._id
    if (back !== undefined) focusRow(back)
  }
  const save = async (name: string) => {
    last.current = await add(name)
  }
  const input = useNameInput('', save, close)
  const label = masterTexts[kind].name()
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={false}
      tabIndex={-1}
      className={classes.row}
      data-level={level}
    >
      <span className={classes.toggle} />
      <TextInput
        size="sm"
        aria-label={
          parent === null ? addTexts[kind]() : m.places_new_in({ field: label, place: parent.name })
        }
        placeholder={label}
        description={m.places_add_hint()}
        classNames={{ description: classes.keys ?? '' }}
        inputWrapperOrder={['input', 'error', 'description']}
        onBlur={(event) => event.currentTarget.value === '' && edit(undefined)}
        {...input}
      />
    </div>
  )
}

export function RenameInput({ node }: { node: PlaceNode }) {
  const { edit } = useTree()
  const shown = useFirstShown(node)
  const rename = useRenameInTree(shown)
  const close = () => {
    edit(undefined)
    focusRow(node._id)
  }
  const save = async (name: string) => {
    if (name !== shown.name) await rename(name)
    close()
  }
  const input = useNameInput(node.name, save, close)
  return (
    <TextInput
      size="sm"
      aria-label={m.masters_name_of({ field: masterTexts[node.kind].name(), name: node.name })}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={(event) => event.currentTarget.value.trim() === node.name && edit(undefined)}
      {...input}
    />
  )
}
