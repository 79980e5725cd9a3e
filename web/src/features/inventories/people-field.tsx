import type { PersonToCount } from '@ats/contract/inventories/counting.ts'
import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import { useQuery } from '@tanstack/react-query'
import { m } from '#texts'
import { type Choice, listInForm, useChoiceSearch } from '#ui/form/choice-search.tsx'
import { type InForm, inputProps } from '#ui/form/fields.tsx'
import { SearchMultiSelect } from '#ui/form/search-multi-select.tsx'
import { peopleToCount } from './inventory-queries.ts'

type Props<V extends Record<string, unknown>> = InForm<V> & {
  /** Who was chosen before. */
  given: Inventory['people']
  /** Where they count; empty until it is chosen. */
  placeId: string
  blind: boolean
}

const choiceOf = ({ _id, name, role }: PersonToCount): Choice => ({
  id: _id,
  name,
  detail: role,
  label: name,
})

function hintOf(placeId: string, blind: boolean) {
  if (placeId === '') return m.inventory_people_place_first()
  return blind ? m.inventory_people_blind_hint() : m.inventory_people_hint()
}

/** Who is to count: of those who may count there. */
export function PeopleField<V extends Record<string, unknown>>({
  form,
  name,
  given,
  placeId,
  blind,
}: Props<V>) {
  const { key, ...input } = inputProps(form, name)
  const search = useChoiceSearch()
  const query = useQuery({
    ...peopleToCount(placeId, search.search),
    enabled: search.isWanted && placeId !== '',
  })
  return (
    <SearchMultiSelect
      key={key}
      label={m.inventory_people()}
      description={hintOf(placeId, blind)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      comboboxProps={listInForm}
      disabled={placeId === ''}
      search={search}
      query={query}
      found={(query.data ?? []).map(choiceOf)}
      given={given.map((person) => ({ id: person._id, name: person.name, detail: '', label: person.name }))}
      {...input}
    />
  )
}
