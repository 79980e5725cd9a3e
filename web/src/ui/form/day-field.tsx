import { TextInput } from '@mantine/core'
import type { FilterInput } from '#ui/table/column.ts'

/** A day, chosen with the browser's date picker. */
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
