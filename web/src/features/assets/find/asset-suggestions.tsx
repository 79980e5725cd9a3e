import type { User } from '@ats/contract/identity/users.ts'
import type { MasterKind } from '@ats/contract/masters.ts'
import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { masterNames, peopleFound } from '#features/assets/asset-queries.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import classes from './asset-suggestions.module.css'

const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
/**
 * The list stays within the form's landmark. It scrolls itself, so that assistive technology treats it as the
 * listbox.
 */
const inForm = {
  role: 'combobox',
  comboboxProps: { shadow: 'md', keepMounted: false, withinPortal: false },
  withScrollArea: false,
  openOnFocus: false,
  classNames: { options: classes.options ?? '' },
} as const
const typingPause = 200

type Props = Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> & { onChange: (text: string) => void }

/** The text of the field, and the debounced text to search for. */
function useTyped(first: string | undefined, onChange: (text: string) => void) {
  const [text, setText] = useState(first ?? '')
  const [search] = useDebouncedValue(text.trim(), typingPause)
  const type = (next: string) => {
    setText(next)
    onChange(next)
  }
  return { text, search, type }
}

/** Suggests the names of a master; any other text is a new name, and a hint says so. */
export function MasterInput({ kind, defaultValue, onChange, ...props }: Props & { kind: MasterKind }) {
  const { text, search, type } = useTyped(defaultValue, onChange)
  const { data: names = [], isPlaceholderData, isSuccess } = useQuery(masterNames(kind, search))
  const settled = isSuccess && !isPlaceholderData && search === text.trim() && search !== ''
  const isNew = settled && !names.some((name) => name.toLowerCase() === search.toLowerCase())
  return (
    <Autocomplete
      {...inForm}
      inputWrapperOrder={hintBelow}
      description={isNew ? m.assets_new_name({ name: search }) : undefined}
      {...props}
      data={names}
      value={text}
      onChange={type}
    />
  )
}

/** Filters the results of an earlier text by the current one. */
const holds = (text: string) => {
  const wanted = text.trim().toLowerCase()
  return ({ name, lastname, email }: User) => `${name} ${lastname} ${email}`.toLowerCase().includes(wanted)
}

/** Suggests people if the person may list them; the server also accepts a typed name or email. */
export function PersonInput({ defaultValue, onChange, ...props }: Props) {
  const { text, search, type } = useTyped(defaultValue, onChange)
  const mayList = useSession()?.user.permissions.includes('user-management') ?? false
  const { data = [], isPlaceholderData } = useQuery({ ...peopleFound(search), enabled: mayList })
  const isEarlier = isPlaceholderData || search !== text.trim()
  const people = isEarlier ? data.filter(holds(text)) : data
  const names = people.map(({ name, lastname }) => [name, lastname].filter(Boolean).join(' '))
  // People with the same name are offered by their email.
  const offered = new Map(
    people.map(({ email }, index) => {
      const name = names[index] ?? email
      return [names.indexOf(name) === names.lastIndexOf(name) ? name : email, { name, email }]
    }),
  )
  return (
    <Autocomplete
      {...inForm}
      inputWrapperOrder={hintBelow}
      description={m.assets_assigned_hint()}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <div>
          {offered.get(option.value)?.name}
          <Text size="xs" c="dimmed">
            {offered.get(option.value)?.email}
          </Text>
        </div>
      )}
      {...props}
      data={[...offered.keys()]}
      value={text}
      onChange={type}
    />
  )
}
