import { password } from '@ats/contract/identity/passwords.ts'
import { profileChange } from '@ats/contract/identity/users.ts'
import { z } from 'zod'
import { m } from '#texts'

type Credentials = { email?: string | undefined; newPassword: string }

/** Somebody who finds an open session must not be able to take over the account. */
export const needsPassword = ({ email, newPassword }: Credentials, savedEmail: string) =>
  newPassword !== '' || email?.trim() !== savedEmail

export const profileSchema = (savedEmail: string) =>
  profileChange
    .extend({ newPassword: password, confirmPassword: z.string(), currentPassword: z.string().max(1000) })
    .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
      path: ['confirmPassword'],
      error: () => m.password_differ(),
      when: () => true,
    })
    .refine((values) => values.currentPassword !== '' || !needsPassword(values, savedEmail), {
      path: ['currentPassword'],
      error: () => m.profile_current_password_required(),
      when: () => true,
    })
