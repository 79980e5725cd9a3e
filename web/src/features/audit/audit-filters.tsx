import { actionsOf, type RecordKind, recordKinds } from '@ats/contract/record-kinds.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { createContext, use } from 'react'
import { PlaceFilter, PlaceName } from '#features/places/places.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { DayInput } from '#ui/form/day-input.tsx'
import { ChoiceFilter } from '#ui/table/choice-filter.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import classes from './audit.module.css'
import { PersonName, PersonSelect } from './audit-person-select.tsx'
import type { AuditLogFilter } from './audit-queries.ts'
import { type Named, recordText } from './audit-record-text.ts'
import { actionName, kindName, kindNames } from './audit-texts.ts'

export const auditFilters: Filter<keyof AuditLogFilter>[] = [
  { name: 'userId', label: m.audit_person, Input: PersonFilter, Value: PersonName },
  {
    name: 'placeId',
    label: m.audit_place,
    Input: (props) => <PlaceFilter {...props} className={classes.wide} />,
    Value: PlaceName,
  },
  { name: 'recordId', label: m.audit_record, Input: RecordFilter, Value: RecordName },
  { name: 'recordKind', label: m.audit_kind, Input: KindFilter, Value: ({ value }) => kindName(value) },
  { name: 'action', label: m.audit_action, Input: ActionFilter, Value: ({ value }) => actionName(value) },
  { name: 'from', label: m.audit_from, Input: DayFilter, Value: ({ value }) => formatDate(value) },
  { name: 'to', label: m.audit_to, Input: DayFilter, Value: ({ value }) => formatDate(value) },
]

/** An entry about the record that the log is filtered by. */
export const AboutRecord = createContext<Named | undefined>(undefined)

export function PersonFilter({ value = '', onChange }: FilterInput) {
  return (
    <PersonSelect className={classes.wide ?? ''} value={value} onChange={(id) => onChange(id || undefined)} />
  )
}

/** A single record, set by links, replaces the filters for kind and action. */
function RecordFilter({ value, onChange, filter: { recordKind = '' } }: FilterInput) {
  const about = use(AboutRecord)
  if (value === undefined) return null
  const record = about === undefined ? kindName(recordKind) : recordText(about)
  const text = record === '' ? m.audit_one_record() : m.audit_only_record({ record })
  return (
    <Button
      variant="light"
      rightSection={<IconX size={16} aria-hidden="true" />}
      aria-label={`${text}. ${m.audit_all_records()}`}
      onClick={() => onChange(undefined, { recordKind: undefined })}
    >
      {text}
    </Button>
  )
}

function RecordName() {
  const about = use(AboutRecord)
  return about === undefined ? m.audit_one_record() : recordText(about)
}

/** The kind restricts the actions. */
function KindFilter({ label, value, onChange, filter: { recordId, action } }: FilterInput) {
  if (recordId !== undefined) return null
  const choices = recordKinds.map((kind) => ({ value: kind, label: kindNames[kind]() }))
  const choose = (kind: string | undefined) => {
    const isOther = kind !== undefined && action !== undefined && !action.startsWith(`${kind}.`)
    onChange(kind, isOther ? { action: undefined } : {})
  }
  return (
    <ChoiceFilter
      {...{ label, value }}
      className={classes.narrow}
      any={m.audit_any_kind()}
      choices={choices}
      onChange={choose}
    />
  )
}

function ActionFilter({ label, value, onChange, filter: { recordId, recordKind } }: FilterInput) {
  if (recordId !== undefined) return null
  const kinds = recordKinds.filter((kind) => recordKind === undefined || kind === recordKind)
  const choices = (kind: RecordKind) =>
    actionsOf(kind).map((code) => ({ value: code, label: actionName(code) }))
  return (
    <NativeSelect
      className={classes.narrow ?? ''}
      aria-label={label}
      data={[
        { value: '', label: m.audit_any_action() },
        ...kinds.map((kind) => ({ group: kindNames[kind](), items: choices(kind) })),
      ]}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}

export function DayFilter({ label, value = '', onChange }: FilterInput) {
  return (
    <DayInput
      aria-label={label}
      leftSection={<span className={classes.dayLabel}>{label}</span>}
      leftSectionWidth="5.25rem"
      placeholder=""
      className={classes.day}
      min="2000-01-01"
      value={value}
      onChange={(day) => onChange(day || undefined)}
    />
  )
}
