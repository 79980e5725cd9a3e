import { Text } from '@mantine/core'
import { z } from 'zod'
import { m } from '#texts'
import { PasswordField } from '#ui/form/fields.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'

/** People who log in elsewhere have no password here; the server then asks for a recent log-in. */
export const passwordSchema = (hasPassword: boolean) =>
  z.object({ password: hasPassword ? z.string().min(1, m.second_password_needed()) : z.string() })

type Props<V extends Record<string, unknown> & { password: string }> = {
  form: ContractForm<V>
  hasPassword: boolean
}

export function ConfirmPassword<V extends Record<string, unknown> & { password: string }>({
  form,
  hasPassword,
}: Props<V>) {
  if (!hasPassword)
    return (
      <Text size="sm" c="dimmed">
        {m.second_recent_log_in()}
      </Text>
    )
  return (
    <PasswordField
      form={form}
      name="password"
      label={m.second_password()}
      autoComplete="current-password"
      required
      data-autofocus
    />
  )
}
