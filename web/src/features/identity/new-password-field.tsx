import type { PasswordInputProps } from '@mantine/core'
import { m } from '#texts'
import { type InForm, PasswordField } from '#ui/form/fields.tsx'

type Props<V extends Record<string, unknown>> = InForm<V> &
  Pick<PasswordInputProps, 'label' | 'size' | 'required'> & {
    /** What an empty field means, before the rules. */
    hint?: string
  }

/** Every field that takes a new password says the rules for one. */
export function NewPasswordField<V extends Record<string, unknown>>({ hint = '', ...props }: Props<V>) {
  return (
    <PasswordField
      {...props}
      description={`${hint} ${m.password_rules()}`.trim()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="new-password"
    />
  )
}
