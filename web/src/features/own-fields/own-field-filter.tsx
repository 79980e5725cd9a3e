import { type FieldTests, readFieldTests, writeFieldTests } from '@ats/contract/own-fields/field-filters.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnFieldTest } from '@ats/contract/own-fields/types.ts'
import { Button, NativeSelect, Popover, Stack } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, Fragment, useState } from 'react'
import { PlaceName } from '#features/places/places.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import { ownFieldList } from './own-field-queries.ts'
import { FieldTestInputs } from './own-field-test-inputs.tsx'
import { OwnPersonName } from './own-person-select.tsx'
import { ownFieldLabel, ownValueText } from './own-value-text.tsx'

/** The filter of a list by fields: one input, and a chip for each filtered field. */
export const ownFieldFilter = (fields: readonly OwnField[]): Filter<'fields'> => ({
  name: 'fields',
  label: m.own_filter,
  Input: (props) => <FieldFilter {...props} fields={fields} />,
  parts: (value) => partsOf(fields, value),
})

function partsOf(fields: readonly OwnField[], value: string) {
  const tests = readFieldTests(value) ?? {}
  return Object.entries(tests).map(([key, test]) => {
    const field = fields.find((one) => one.key === key)
    const { [key]: _, ...others } = tests
    return {
      key,
      label: field === undefined ? key : ownFieldLabel(field),
      text: field === undefined ? '?' : <TestText field={field} test={test} />,
      without: writeFieldTests(others),
    }
  })
}

function TestText({ field, test }: { field: OwnField; test: OwnFieldTest }) {
  const { contains, from, to, is, oneOf, empty } = test
  if (empty !== undefined) return empty ? m.own_filter_empty() : m.own_filter_filled()
  if (contains !== undefined) return contains
  if (typeof is === 'string' && field.type === 'place') return <PlaceName value={is} />
  if (typeof is === 'string') return <OwnPersonName value={is} />
  if (is !== undefined) return ownValueText(field, is)
  if (oneOf !== undefined) return oneOf.map((key) => ownValueText(field, key)).join(', ')
  const bounds = { from: from ?? to, to: to ?? from }
  const texts = { from: ownValueText(field, bounds.from ?? ''), to: ownValueText(field, bounds.to ?? '') }
  if (to === undefined) return m.own_filter_at_least({ from: texts.from })
  return from === undefined ? m.own_filter_at_most({ to: texts.to }) : m.own_filter_range(texts)
}

type Props = FilterInput & { fields: readonly OwnField[]; counts?: boolean }

const noFields: OwnField[] = []

/** The input in a form, which has no chips: the button says how many fields are filtered. */
export function OwnFieldFilterInput(props: FilterInput) {
  const { data: fields = noFields } = useQuery(ownFieldList())
  return <FieldFilter {...props} fields={fields} counts />
}

export function OwnFieldFilterValue({ value }: { value: string }) {
  const { data: fields = noFields } = useQuery(ownFieldList())
  return partsOf(fields, value).map(({ key, label, text }, at) => (
    <Fragment key={key}>
      {at > 0 && ', '}
      {label}: {text}
    </Fragment>
  ))
}

function FieldFilter({ label, value, onChange, fields, counts = false }: Props) {
  const [opened, setOpened] = useState(false)
  const tests = readFieldTests(value) ?? {}
  const count = Object.keys(tests).length
  if (fields.length === 0) return null
  const set = (tests: FieldTests) => {
    setOpened(false)
    onChange(writeFieldTests(tests))
  }
  return (
    <Popover shadow="md" trapFocus withRoles returnFocus width={300} opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconFilterPlus size={16} aria-hidden="true" />}
          onClick={() => setOpened(!opened)}
        >
          {counts && count > 0 ? `${label} (${formatNumber(count)})` : label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <FieldForm fields={fields} tests={tests} onSet={set} />
      </Popover.Dropdown>
    </Popover>
  )
}

type FormProps = { fields: readonly OwnField[]; tests: FieldTests; onSet: (tests: FieldTests) => void }

function FieldForm({ fields, tests, onSet }: FormProps) {
  const first = fields.find(({ key }) => tests[key] === undefined) ?? fields[0]
  const [key, setKey] = useState(first?.key ?? '')
  const [test, setTest] = useState<OwnFieldTest | undefined>(tests[key])
  const field = fields.find((one) => one.key === key)
  const choose = (next: string) => {
    setKey(next)
    setTest(tests[next])
  }
  const remove = () => {
    const { [key]: _, ...others } = tests
    onSet(others)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The popover is within the search form of some lists.
    event.stopPropagation()
    if (test !== undefined) onSet({ ...tests, [key]: test })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <NativeSelect
          label={m.own_filter_field()}
          value={key}
          data={fields.map((one) => ({ value: one.key, label: ownFieldLabel(one) }))}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {field && <FieldTestInputs key={key} field={field} test={test} onChange={setTest} />}
        <Button type="submit" disabled={test === undefined}>
          {m.own_filter_apply()}
        </Button>
        {field && tests[key] !== undefined && (
          <Button variant="subtle" color="red" onClick={remove}>
            {m.table_remove_filter({ filter: ownFieldLabel(field) })}
          </Button>
        )}
      </Stack>
    </form>
  )
}
