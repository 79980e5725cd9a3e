import type { User } from '@ats/contract/identity/users.ts'
import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '#kernel/session.ts'
import { m } from '#texts'
import { type Choice, listInForm, useChoiceSearch } from '#ui/form/choice-search.tsx'
import { type InForm, inputProps } from '#ui/form/fields.tsx'
import { SearchMultiSelect } from '#ui/form/search-multi-select.tsx'
import { peopleNamed } from './inventory-queries.ts'

type Props<V extends Record<string, unknown>> = InForm<V> & {
  /** Who was chosen before. */
  given: Inventory['people']
}

const choiceOf = ({ _id, name, lastname, email }: User): Choice => {
  const fullName = [name, lastname].filter(Boolean).join(' ')
  return { id: _id, name: fullName, detail: email, label: fullName }
}

/** Who is to count. Whoever may not list people leaves that to those who manage assets there. */
export function PeopleField<V extends Record<string, unknown>>({ form, name, given }: Props<V>) {
  const { key, ...input } = inputProps(form, name)
  const mayList = useSession()?.user.permissions.includes('user-management') ?? false
  const search = useChoiceSearch()
  const query = useQuery({ ...peopleNamed(search.search), enabled: search.isWanted && mayList })
  if (!mayList)
    return (
      <Text size="sm">
        {given.length === 0
          ? m.inventory_people_anyone()
          : m.inventory_people_are({ names: given.map((person) => person.name).join(', ') })}
      </Text>
    )
  return (
    <SearchMultiSelect
      key={key}
      label={m.inventory_people()}
      description={m.inventory_people_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      comboboxProps={listInForm}
      search={search}
      query={query}
      found={(query.data ?? []).map(choiceOf)}
      given={given.map((person) => ({ id: person._id, name: person.name, detail: '', label: person.name }))}
      {...input}
    />
  )
}
