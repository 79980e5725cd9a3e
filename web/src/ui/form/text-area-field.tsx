import { Textarea, type TextareaProps } from '@mantine/core'
import { type InForm, inputProps, type Native, starred } from './fields.tsx'

export function TextAreaField<V extends Record<string, unknown>>({
  form,
  name,
  required,
  ...props
}: InForm<V> & Native<TextareaProps>) {
  const { key, ...input } = inputProps(form, name)
  return <Textarea key={key} autosize minRows={3} {...starred(required)} {...props} {...input} />
}
