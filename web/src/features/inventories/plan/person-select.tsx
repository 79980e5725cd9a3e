import type { PersonToCount } from '@ats/contract/inventories/counting.ts'
import { type ReactNode, useState } from 'react'
import { recordSelect } from '#ui/form/record-select.tsx'
import { listInForm, records } from '#ui/form/records.tsx'
import { peopleToCount } from './people-to-count.ts'

const PeopleSelect = recordSelect(
  records({
    find: (search, placeId: string) => peopleToCount(placeId, search),
    choiceOf: ({ _id, name, role }: PersonToCount) => ({ id: _id, name, path: role, label: name }),
  }),
)

type Props = {
  label: string
  description?: string
  required?: boolean
  withAsterisk?: boolean
  placeId: string
  given?: { _id: string; name: string } | null
  error: ReactNode
  onChange: (id: string) => void
}

/** Selects a person who manages assets in a place. */
export function PersonSelect({ label, placeId, given = null, onChange, ...props }: Props) {
  const [person, setPerson] = useState<PersonToCount | null>(given === null ? null : { ...given, role: '' })
  return (
    <PeopleSelect
      label={label}
      comboboxProps={listInForm}
      clears={label}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      disabled={placeId === ''}
      {...props}
      scope={placeId}
      value={person}
      onChange={(id, row) => {
        setPerson(row)
        onChange(id)
      }}
    />
  )
}
