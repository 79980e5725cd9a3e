import { DayInput } from './day-input.tsx'
import { type InForm, inputProps, starred } from './fields.tsx'
import type { DayInputProps } from './use-typed-day.ts'

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
