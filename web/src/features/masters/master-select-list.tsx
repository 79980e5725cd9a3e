import type { MasterKind } from '@ats/contract/masters.ts'
import { Select, type SelectProps, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { masterTexts } from '#kernel/master-texts.ts'
import { m } from '#texts'
import { longList } from '#ui/form/long-list.ts'
import { type Choice, masterChoices } from './queries.ts'

export type MasterSelectProps = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  kind: MasterKind
  value: Choice | null
  onChange: (choice: Choice | null) => void
  /** Offers only places of this city. */
  location?: string | undefined
  /** The record that cannot be chosen. */
  exclude?: string
}

/** Two records may share a name, so where they hang stands beside it. */
const labelOf = ({ name, path }: Choice) => (path === '' ? name : `${name} · ${path}`)

/** The list belongs to a landmark of the page, also where a table would cut it off. */
const inMain = { shadow: 'md', keepMounted: false, portalProps: { target: '#content' } } as const

/** One record of a master; the server searches while the person types. */
export function MasterSelectList({ kind, value, onChange, location, exclude, ...props }: MasterSelectProps) {
  const [text, setText] = useState(value === null ? '' : labelOf(value))
  const [opened, setOpened] = useState(false)
  const wanted = value !== null && text === labelOf(value) ? '' : text.replace('·', ' ').trim()
  const [search] = useDebouncedValue(wanted, 200)
  const query = useQuery({
    ...masterChoices(kind, { text: search, ...(location !== undefined && { location }) }),
    enabled: opened,
  })
  const found = (query.data ?? []).filter(({ id }) => id !== exclude)
  const known = value === null || found.some(({ id }) => id === value.id) ? found : [...found, value]
  const emptyText = query.isError ? m.masters_choices_failed() : m.form_nothing_found()
  return (
    <Select
      placeholder={masterTexts[kind].choose()}
      comboboxProps={inMain}
      {...longList}
      {...props}
      searchable
      data={known.map((choice) => ({ value: choice.id, label: labelOf(choice) }))}
      filter={({ options }) =>
        options.filter((option) => 'value' in option && found.some(({ id }) => id === option.value))
      }
      renderOption={({ option }) => <Option choice={known.find(({ id }) => id === option.value)} />}
      value={value?.id ?? null}
      onChange={(id) => onChange(known.find((choice) => choice.id === id) ?? null)}
      searchValue={text}
      onSearchChange={setText}
      onDropdownOpen={() => {
        setOpened(true)
        if (query.isError) void query.refetch()
      }}
      onFocus={(event) => event.currentTarget.select()}
      nothingFoundMessage={query.isFetching ? m.common_loading() : emptyText}
    />
  )
}

function Option({ choice }: { choice: Choice | undefined }) {
  return (
    <div>
      <Text size="sm">{choice?.name}</Text>
      {choice?.path !== '' && (
        <Text size="xs" c="dimmed">
          {choice?.path}
        </Text>
      )}
    </div>
  )
}
