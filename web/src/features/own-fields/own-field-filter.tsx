import { type FieldTests, readFieldTests, writeFieldTests } from '@ats/contract/own-fields/field-filters.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import { Button, Popover } from '@mantine/core'
import { IconFilterPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import type { Filter, FilterInput } from '#ui/table/column.ts'
import { ownFieldList } from './own-field-queries.ts'
import { ownFieldLabel } from './own-value-text.tsx'

/** Most people look at a list before they filter it. */
const FieldForm = lazyPart(async () => (await import('./own-field-filter-form.tsx')).FieldForm)
const TestText = lazyPart(async () => (await import('./own-field-test-text.tsx')).TestText)

const noFields: OwnField[] = []

/** The filter of a list by fields: one input, and a chip for each filtered field; disabled until they are known. */
export const ownFieldFilter = (fields: readonly OwnField[] | undefined): Filter<'fields'> => ({
  name: 'fields',
  label: m.own_filter,
  Input: (props) => <FieldFilter {...props} fields={fields ?? noFields} isWaiting={fields === undefined} />,
  parts: (value) => partsOf(fields ?? noFields, value),
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

type Props = FilterInput & { fields: readonly OwnField[]; counts?: boolean; isWaiting?: boolean }

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

function FieldFilter({ label, value, onChange, fields, counts = false, isWaiting = false }: Props) {
  const [opened, setOpened] = useState(false)
  const tests = readFieldTests(value) ?? {}
  const count = Object.keys(tests).length
  if (fields.length === 0 && !isWaiting) return null
  const set = (tests: FieldTests) => {
    setOpened(false)
    onChange(writeFieldTests(tests))
  }
  return (
    <Popover shadow="md" trapFocus withRoles returnFocus width={300} opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button
          variant="default"
          disabled={isWaiting}
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
