import { actionsOf, type RecordKind, recordKinds } from '@ats/contract/record-kinds.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { PlaceSelect } from '#features/places/places.ts'
import { useScope } from '#kernel/location.ts'
import { m } from '#texts'
import { listOverPage } from '#ui/form/choice-search.tsx'
import { FoldedFilters } from '#ui/table/folded-filters.tsx'
import classes from './audit.module.css'
import { PersonSelect } from './audit-person-select.tsx'
import type { AuditLogFilter } from './audit-queries.ts'
import { type Named, recordText } from './audit-record-text.ts'
import { actionName, kindName, kindNames } from './audit-texts.ts'

type Narrowing = Pick<
  AuditLogFilter,
  'userId' | 'placeId' | 'action' | 'recordKind' | 'recordId' | 'from' | 'to'
>
type Props = {
  filter: Narrowing
  onFilter: (change: { [Name in keyof Narrowing]?: Narrowing[Name] | undefined }) => void
  onClear: (() => void) | undefined
  /** A line about the one record that the log is narrowed to. */
  about: Named | undefined
}

/** Who, where, what and when. */
export function AuditFilters(props: Props) {
  const { userId, placeId, action, recordKind, recordId, from, to } = props.filter
  return (
    <FoldedFilters set={[userId, placeId, action, recordKind, recordId, from, to]}>
      <Fields {...props} />
    </FoldedFilters>
  )
}

function Fields({ filter, onFilter, onClear, about }: Props) {
  return (
    <div className={classes.filters}>
      <PersonSelect
        className={classes.wide ?? ''}
        value={filter.userId ?? ''}
        onChange={(id) => onFilter({ userId: id || undefined })}
      />
      <PlaceSelect
        className={classes.wide ?? ''}
        aria-label={m.audit_place()}
        placeholder={m.assets_place_any()}
        comboboxProps={listOverPage}
        value={filter.placeId ?? ''}
        scope={useScope()}
        onChange={(id) => onFilter({ placeId: id || undefined })}
      />
      <What filter={filter} onFilter={onFilter} about={about} />
      <Day label={m.audit_from()} value={filter.from} onChange={(from) => onFilter({ from })} />
      <Day label={m.audit_to()} value={filter.to} onChange={(to) => onFilter({ to })} />
      {onClear && (
        <Button variant="subtle" leftSection={<IconX size={16} aria-hidden="true" />} onClick={onClear}>
          {m.table_clear_filters()}
        </Button>
      )}
    </div>
  )
}

/** The kind narrows the actions; one record, to which links lead, takes the place of both. */
function What({ filter: { action, recordKind, recordId }, onFilter, about }: Omit<Props, 'onClear'>) {
  if (recordId !== undefined) {
    const record = about === undefined ? kindName(recordKind ?? '') : recordText(about)
    const text = record === '' ? m.audit_one_record() : m.audit_only_record({ record })
    return (
      <Button
        variant="light"
        rightSection={<IconX size={16} aria-hidden="true" />}
        aria-label={`${text}. ${m.audit_all_records()}`}
        onClick={() => onFilter({ recordId: undefined, recordKind: undefined })}
      >
        {text}
      </Button>
    )
  }
  const kinds = recordKind === undefined ? recordKinds : [recordKind]
  const choices = (kind: RecordKind) => actionsOf(kind).map((value) => ({ value, label: actionName(value) }))
  return (
    <>
      <NativeSelect
        className={classes.narrow ?? ''}
        aria-label={m.audit_kind()}
        data={[
          { value: '', label: m.audit_any_kind() },
          ...recordKinds.map((kind) => ({ value: kind, label: kindNames[kind]() })),
        ]}
        value={recordKind ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const kind = recordKinds.find((known) => known === value)
          onFilter({
            recordKind: kind,
            ...(kind && action && !action.startsWith(`${kind}.`) && { action: undefined }),
          })
        }}
      />
      <NativeSelect
        className={classes.narrow ?? ''}
        aria-label={m.audit_action()}
        data={[
          { value: '', label: m.audit_any_action() },
          ...kinds.map((kind) => ({ group: kindNames[kind](), items: choices(kind) })),
        ]}
        value={action ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ action: recordKinds.flatMap(actionsOf).find((known) => known === value) })
        }
      />
    </>
  )
}

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void }

/** While a year is typed the browser already offers years such as 0002. */
const firstYear = '2000'

function Day({ label, value = '', onChange }: DayProps) {
  return (
    <TextInput
      key={value}
      type="date"
      aria-label={label}
      leftSection={<span className={classes.dayLabel}>{label}</span>}
      leftSectionWidth="5.25rem"
      defaultValue={value}
      onChange={({ currentTarget: { value: day } }) => {
        if (day === '' || day >= firstYear) onChange(day || undefined)
      }}
    />
  )
}
