import { password } from '@ats/contract/identity/passwords.ts'
import { newUser, userChange } from '@ats/contract/identity/users.ts'
import { z } from 'zod'
import { passwordPair, samePasswords } from '#features/identity/sign-in/confirmed-password.ts'
import type { FormSchema } from '#ui/form/read-form.ts'

const trimmed = z.string().trim()

export const newUserForm = missingFirst(
  newUser
    .omit({ lastname: true })
    .extend({
      password: trimmed.pipe(passwordPair.password),
      confirmPassword: trimmed.pipe(passwordPair.confirmPassword),
    })
    .refine(samePasswords.test, samePasswords.says),
)

/** An empty password keeps the current one. */
export const userForm = userChange
  .omit({ version: true })
  .required()
  .extend({
    password: trimmed.pipe(password),
    confirmPassword: trimmed,
    image: z.instanceof(Blob).nullable(),
  })
  .refine((values) => values.password === values.confirmPassword, samePasswords.says)

export type UserFormValues = z.input<typeof userForm>

/** Reports missing and differing values before other errors. */
function missingFirst<S extends z.ZodObject>(schema: S): FormSchema<z.input<S>, z.output<S>> {
  const validate = (values: unknown) => {
    const { success, data, error } = schema.safeParse(values)
    if (success) return { value: data }
    const first = error.issues.filter(
      ({ code, message }) => code === 'too_small' || message === samePasswords.says.error,
    )
    return { issues: first.length > 0 ? first : error.issues }
  }
  return { '~standard': { validate } }
}
