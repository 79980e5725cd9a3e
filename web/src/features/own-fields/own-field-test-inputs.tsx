import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnFieldTest } from '@ats/contract/own-fields/types.ts'
import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { PlaceSelect } from '#features/places/places.ts'
import { useScope } from '#kernel/address/location.ts'
import { m } from '#texts'
import { DayInput } from '#ui/form/day-input.tsx'
import { OwnPersonSelect } from './own-person-select.tsx'
import { ownFieldLabel } from './own-value-text.tsx'
import { readTyped, typedText } from './typed-values.ts'

type Props = {
  field: OwnField
  test: OwnFieldTest | undefined
  /** Undefined while the inputs are incomplete. */
  onChange: (test: OwnFieldTest | undefined) => void
}

/** The inputs of a test: its value as fits the type of the field, or whether there is one. */
export function FieldTestInputs({ field, test, onChange }: Props) {
  const [wanted, setWanted] = useState(wantedBy(test))
  const choose = (next: string) => {
    setWanted(next)
    onChange(next === 'value' ? undefined : { empty: next === 'empty' })
  }
  return (
    <>
      <NativeSelect
        label={m.own_filter_condition()}
        value={wanted}
        data={[
          { value: 'value', label: m.own_filter_value() },
          { value: 'empty', label: m.own_filter_empty() },
          { value: 'filled', label: m.own_filter_filled() },
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {wanted === 'value' && <ValueInputs field={field} test={test} onChange={onChange} />}
    </>
  )
}

function wantedBy(test: OwnFieldTest | undefined) {
  if (test?.empty === undefined) return 'value'
  return test.empty ? 'empty' : 'filled'
}

function ValueInputs(props: Props) {
  const { field, test, onChange } = props
  const { type } = field
  if (type === 'text' || type === 'link')
    return (
      <TextInput
        label={m.own_filter_contains()}
        value={test?.contains ?? ''}
        maxLength={200}
        onChange={({ currentTarget: { value } }) =>
          onChange(value.trim() === '' ? undefined : { contains: value })
        }
      />
    )
  if (type === 'number' || type === 'money') return <AmountInputs {...props} />
  if (type === 'day') return <DayInputs {...props} />
  if (type === 'choice') return <ChoiceInputs {...props} />
  return <OneInput {...props} />
}

function AmountInputs({ field, test, onChange }: Props) {
  const shown = (value: string | number | undefined) => typedText(field, value)
  const [bounds, setBounds] = useState({ from: shown(test?.from), to: shown(test?.to) })
  const change = (bound: 'from' | 'to', text: string) => {
    const next = { ...bounds, [bound]: text }
    setBounds(next)
    const given = (['from', 'to'] as const).filter((one) => next[one].trim() !== '')
    const amounts = given.map((one) => [one, readTyped(field, next[one])] as const)
    const isUsable = amounts.length > 0 && amounts.every(([, amount]) => typeof amount === 'number')
    onChange(isUsable ? (Object.fromEntries(amounts) as OwnFieldTest) : undefined)
  }
  const label = (text: string) => (field.unit === null ? text : `${text} (${field.unit})`)
  return (
    <Group gap="xs" grow>
      {(['from', 'to'] as const).map((bound) => (
        <TextInput
          key={bound}
          label={label(bound === 'from' ? m.own_filter_from() : m.own_filter_to())}
          inputMode="decimal"
          value={bounds[bound]}
          onChange={(event) => change(bound, event.currentTarget.value)}
        />
      ))}
    </Group>
  )
}

function DayInputs({ test, onChange }: Props) {
  const change = (bound: 'from' | 'to', day: string) => {
    const bounds = { from: test?.from, to: test?.to }
    bounds[bound] = day || undefined
    const { from, to } = bounds
    const next = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  return (['from', 'to'] as const).map((bound) => (
    <DayInput
      key={bound}
      label={bound === 'from' ? m.own_filter_from() : m.own_filter_to()}
      value={String(test?.[bound] ?? '')}
      onChange={(day) => change(bound, day)}
    />
  ))
}

function ChoiceInputs({ field, test, onChange }: Props) {
  return (
    <Checkbox.Group
      label={ownFieldLabel(field)}
      value={test?.oneOf ?? []}
      onChange={(oneOf) => onChange(oneOf.length === 0 ? undefined : { oneOf })}
    >
      <Stack gap={6} mt={6} mah={220} style={{ overflowY: 'auto' }}>
        {field.choices.map((choice) => (
          <Checkbox key={choice.key} value={choice.key} label={ownFieldLabel(choice)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

function OneInput({ field, test, onChange }: Props) {
  const scope = useScope()
  const label = ownFieldLabel(field)
  const value = test?.is === undefined ? '' : String(test.is)
  const choose = (id: string) => onChange(id === '' ? undefined : { is: id })
  if (field.type === 'place')
    return <PlaceSelect label={label} value={value} scope={scope} onChange={choose} />
  if (field.type === 'person') return <OwnPersonSelect label={label} value={value} onChange={choose} />
  return (
    <NativeSelect
      label={label}
      value={value}
      data={[
        { value: '', label: '' },
        { value: 'true', label: m.common_yes() },
        { value: 'false', label: m.common_no() },
      ]}
      onChange={({ currentTarget }) =>
        onChange(currentTarget.value === '' ? undefined : { is: currentTarget.value === 'true' })
      }
    />
  )
}
