import { securityKinds } from '@ats/contract/security-feed.ts'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import classes from './audit.module.css'
import { DayFilter, PersonFilter } from './audit-filters.tsx'
import { PersonName } from './audit-person-select.tsx'
import type { SecurityLogFilter } from './audit-queries.ts'
import { securityKindName, securityKindNames } from './security-texts.ts'

export const securityFilters: Filter<keyof SecurityLogFilter>[] = [
  { name: 'userId', label: m.audit_person, Input: PersonFilter, Value: PersonName },
  {
    name: 'kind',
    label: m.security_event,
    Input: KindFilter,
    Value: ({ value }) => securityKindName(value),
  },
  { name: 'network', label: m.security_address, Input: NetworkFilter },
  { name: 'from', label: m.audit_from, Input: DayFilter, Value: ({ value }) => formatDate(value) },
  { name: 'to', label: m.audit_to, Input: DayFilter, Value: ({ value }) => formatDate(value) },
]

function KindFilter({ label, value, onChange }: FilterInput) {
  const choices = securityKinds.map((kind) => ({ value: kind, label: securityKindNames[kind]() }))
  return (
    <ChoiceFilter
      {...{ label, value, onChange, choices }}
      className={classes.narrow}
      any={m.security_any_event()}
    />
  )
}

/** An address is complete when the field is left or Enter is pressed. */
function NetworkFilter({ label, value = '', onChange }: FilterInput) {
  const [typed, setTyped] = useState(value)
  const [shown, setShown] = useState(value)
  if (shown !== value) {
    setShown(value)
    setTyped(value)
  }
  const commit = () => typed.trim() !== value && onChange(typed.trim() || undefined)
  return (
    <TextInput
      className={classes.narrow ?? ''}
      aria-label={label}
      placeholder={label}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
