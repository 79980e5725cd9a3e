import type { User } from '@ats/contract/identity/users.ts'
import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#texts'
import { longList } from '#ui/form/long-list.ts'
import { peopleNamed, personById } from './audit-queries.ts'

type Props = { value: string; onChange: (id: string) => void; className: string }

const nameOf = ({ name, lastname }: User) => [name, lastname].filter(Boolean).join(' ')
const labelOf = (person: User) => `${nameOf(person)} · ${person.email}`

/** Anyone within reach, found by name or email. */
export function PersonSelect({ value, onChange, className }: Props) {
  const [typed, setTyped] = useState('')
  const [wanted, setWanted] = useState(false)
  const { data: chosen, isError } = useQuery(personById(value))
  const [search] = useDebouncedValue(chosen && typed === labelOf(chosen) ? '' : typed.trim(), 200)
  const { data: found = [], isFetching } = useQuery({ ...peopleNamed(search), enabled: wanted })
  const known = new Map([...found, ...(chosen ? [chosen] : [])].map((person) => [person._id, person]))
  const people = [...known.values()].map((person) => ({ value: person._id, label: labelOf(person) }))
  // Someone who was deleted is still in the ledger, and in the address of a link that leads here.
  const unknown = value !== '' && isError ? [{ value, label: m.audit_person_deleted() }] : []
  return (
    <Select
      className={className}
      aria-label={m.audit_person()}
      placeholder={m.audit_any_person()}
      searchable
      openOnFocus={false}
      clearable
      clearButtonProps={{
        'aria-label': m.common_clear_named({ name: m.audit_person() }),
        'aria-hidden': false,
        tabIndex: 0,
      }}
      {...longList}
      comboboxProps={{ shadow: 'md', keepMounted: false, portalProps: { target: '#content' } }}
      data={[...unknown, ...people]}
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? m.common_loading() : m.form_nothing_found()}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      onDropdownOpen={() => setWanted(true)}
      searchValue={typed}
      onSearchChange={setTyped}
      renderOption={({ option }) => <PersonOption person={known.get(option.value)} text={option.label} />}
    />
  )
}

function PersonOption({ person, text }: { person: User | undefined; text: string }) {
  if (person === undefined) return text
  return (
    <div>
      {nameOf(person)}
      <Text size="xs" c="dimmed">
        {person.email}
      </Text>
    </div>
  )
}
