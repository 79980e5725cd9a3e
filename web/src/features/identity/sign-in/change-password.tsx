import { passwords } from '@ats/contract/identity/passwords.ts'
import { says } from '@ats/contract/problems/fields.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { NewPasswordField, PasswordField } from '#ui/form/fields.tsx'
import { FormPage } from '#ui/form/form-page.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useChangePassword } from './change-password-queries.ts'

const schema = passwords.change.body
  .extend({ confirmPassword: z.string().min(1, says('all-fields-required')) })
  .refine(({ newPassword, confirmPassword }) => confirmPassword === '' || newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: () => m.password_differ(),
    when: () => true,
  })

export function ChangePassword() {
  const city = useCity()
  const email = useSession()?.user.email
  const change = useChangePassword()
  const form = useContractForm({
    schema,
    initial: { oldPassword: '', newPassword: '', confirmPassword: '' },
    send: ({ oldPassword, newPassword }) => change.mutateAsync({ oldPassword, newPassword }),
    done: (_, clear) => {
      toast.success(m.password_updated())
      clear()
    },
    failure: m.password_failed(),
  })
  const profile = { text: m.profile_title(), link: screenLink('/dashboard/$location/profile', city) }
  return (
    <FormPage crumbs={[profile, m.password_title()]} form={form} submit={m.password_submit()}>
      <Text c="dimmed" size="sm">
        {m.password_lead()}
      </Text>
      {/* Tells a password manager which account the password belongs to. */}
      <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        form={form}
        name="oldPassword"
        label={m.password_old()}
        autoComplete="current-password"
        required
      />
      <NewPasswordField form={form} name="newPassword" label={m.password_new()} required />
      <PasswordField
        form={form}
        name="confirmPassword"
        label={m.password_confirm()}
        autoComplete="new-password"
        required
      />
    </FormPage>
  )
}
