import type { FieldTests } from '@ats/contract/own-fields/field-filters.ts'
import type { OwnField } from '@ats/contract/own-fields/own-fields.ts'
import type { OwnFieldTest } from '@ats/contract/own-fields/types.ts'
import { Button, NativeSelect, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { m } from '#texts'
import { FieldTestInputs } from './own-field-test-inputs.tsx'
import { ownFieldLabel } from './own-value-text.tsx'

type FormProps = { fields: readonly OwnField[]; tests: FieldTests; onSet: (tests: FieldTests) => void }

/** Sets or removes the filter on one field. */
export function FieldForm({ fields, tests, onSet }: FormProps) {
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
