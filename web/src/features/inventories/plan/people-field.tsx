import type { PersonToCount } from '@ats/contract/inventories/counting.ts'
import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import { m } from '#texts'
import type { InForm } from '#ui/form/fields.tsx'
import { RecordMultiSelect } from '#ui/form/record-multi-select.tsx'
import { listInForm, records } from '#ui/form/records.tsx'
import { peopleToCount } from './people-to-count.ts'

type Props<V extends Record<string, unknown>> = InForm<V> & {
  /** The previously selected people. */
  given: Inventory['people']
  /** The place to count; empty until it is chosen. */
  placeId: string
  blind: boolean
}

const people = records({
  find: (search, placeId: string) => peopleToCount(placeId, search),
  choiceOf: ({ _id, name, role }: PersonToCount) => ({ id: _id, name, path: role, label: name }),
})

function hintOf(placeId: string, blind: boolean) {
  if (placeId === '') return m.inventory_people_place_first()
  return blind ? m.inventory_people_blind_hint() : m.inventory_people_hint()
}

/** Selects the people who are to count, from those who may count there. */
export function PeopleField<V extends Record<string, unknown>>({
  given,
  placeId,
  blind,
  ...props
}: Props<V>) {
  return (
    <RecordMultiSelect
      {...props}
      of={people}
      scope={placeId}
      label={m.inventory_people()}
      description={hintOf(placeId, blind)}
      comboboxProps={listInForm}
      disabled={placeId === ''}
      given={given.map(({ _id, name }) => ({ id: _id, name, path: '' }))}
    />
  )
}
