import type { FilterInput } from '#ui/table/column.ts'
import { DayInput } from './day-input.tsx'
import { type InForm, inputProps, starred } from './fields.tsx'
import type { DayInputProps } from './use-typed-day.ts'

/** A day as a filter. A text that is not a date changes nothing. */
export function DayField({ label, value, onChange }: FilterInput) {
  return <DayInput label={label} value={value ?? ''} onChange={(day) => onChange(day || undefined)} />
}

type FormProps<V extends Record<string, unknown>> = InForm<V> &
  Pick<DayInputProps, 'label' | 'min' | 'max' | 'required'>

/** A day as a field of a form. The form rejects a text that is not a date. */
export function FormDayField<V extends Record<string, unknown>>({
  form,
  name,
  required,
  ...props
}: FormProps<V>) {
  const { key, onChange, ...input } = inputProps(form, name)
  return (
    <DayInput
      key={key}
      {...starred(required)}
      {...props}
      {...input}
      {...{ onChange }}
      onUnreadable={onChange}
    />
  )
}
