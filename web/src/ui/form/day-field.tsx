import type { FilterInput } from '#ui/table/column.ts'
import { DayInput } from './day-input.tsx'

/** A day as a filter. A text that is not a date changes nothing. */
export function DayField({ label, value, onChange }: FilterInput) {
  return <DayInput label={label} value={value ?? ''} onChange={(day) => onChange(day || undefined)} />
}
