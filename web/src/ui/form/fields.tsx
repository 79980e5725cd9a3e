import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { m } from '#texts'

type Name<V> = keyof V & string
export type Native<Props> = Omit<Props, 'form' | 'name'>

/** Every field takes the form and the name of its value; all other props are Mantine's. */
export type InForm<V extends Record<string, unknown>> = {
  form: { fields: UseFormReturnType<V>; alertAt?: string | undefined }
  name: Name<V>
}

/** The first error of a form is its alert. */
export const errorProps = (form: { alertAt?: string | undefined }, name: string) =>
  form.alertAt === name ? { errorProps: { role: 'alert' } } : {}

export function inputProps<V extends Record<string, unknown>>(form: InForm<V>['form'], name: Name<V>) {
  return {
    key: form.fields.key(name),
    ...form.fields.getInputProps(name as never),
    ...errorProps(form, name),
  }
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

type NewPassword<V extends Record<string, unknown>> = InForm<V> &
  Pick<PasswordInputProps, 'label' | 'size' | 'required'> & {
    /** What an empty field means, before the rules. */
    hint?: string
  }

/** Every field that takes a new password says the rules for one. */
export function NewPasswordField<V extends Record<string, unknown>>({ hint = '', ...props }: NewPassword<V>) {
  return (
    <PasswordField
      {...props}
      description={`${hint} ${m.password_rules()}`.trim()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
    />
  )
}
