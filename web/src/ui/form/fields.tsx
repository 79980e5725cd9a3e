import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { m } from '#texts'

type Name<V> = keyof V & string
export type Native<Props> = Omit<Props, 'form' | 'name'>

/** Every field takes the form and the name of its value; all other props are Mantine's. */
export type InForm<V extends Record<string, unknown>> = {
  form: { fields: UseFormReturnType<V> }
  name: Name<V>
}

export function inputProps<V extends Record<string, unknown>>(form: InForm<V>['form'], name: Name<V>) {
  return { key: form.fields.key(name), ...form.fields.getInputProps(name as never) }
}

/** `markOnly`: the field is only marked as invalid; the form's alert contains the message. */
type Marked = { markOnly?: boolean }

function marked<Props extends { error?: unknown }>(input: Props, markOnly: boolean | undefined) {
  return markOnly ? { ...input, error: Boolean(input.error) } : input
}

/** The asterisk comes from the style sheet, so that it is not part of the accessible name. */
export const starred = (required: boolean | undefined) =>
  required ? { 'aria-required': true, labelProps: { 'data-starred': true } } : {}

export function TextField<V extends Record<string, unknown>>({
  form,
  name,
  required,
  markOnly,
  ...props
}: InForm<V> & Marked & Native<TextInputProps>) {
  const { key, ...input } = inputProps(form, name)
  const error = props.error === undefined ? {} : { error: props.error }
  return <TextInput key={key} {...starred(required)} {...props} {...marked(input, markOnly)} {...error} />
}

export function PasswordField<V extends Record<string, unknown>>({
  form,
  name,
  required,
  markOnly,
  ...props
}: InForm<V> & Marked & Native<PasswordInputProps>) {
  const { key, ...input } = inputProps(form, name)
  const [visible, setVisible] = useState(false)
  const toggle = visible ? m.form_hide_password() : m.form_show_password()
  return (
    <PasswordInput
      key={key}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{ 'aria-label': toggle, tabIndex: 0 }}
      aria-invalid={Boolean(input.error)}
      {...starred(required)}
      {...props}
      {...marked(input, markOnly)}
    />
  )
}
