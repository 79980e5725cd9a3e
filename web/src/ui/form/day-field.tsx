import { TextInput } from '@mantine/core'
import type { FilterInput } from '#ui/table/column.ts'

/** The days that the browser's own calendar offers. */
export function DayField({ label, value, onChange }: FilterInput) {
  return (
    <TextInput
      type="date"
      label={label}
      min="1000-01-01"
      max="2999-12-31"
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}
