import { password } from '@ats/contract/identity/passwords.ts'
import { says } from '@ats/contract/problems/fields.ts'
import { z } from 'zod'

const needed = says('password-required')

export const passwordPair = { password: password.min(1, needed), confirmPassword: z.string().min(1, needed) }

type Pair = { password: string; confirmPassword: string }

/**
 * For a schema's `superRefine`; runs even if other fields are invalid, so that all errors are shown together.
 */
export const samePasswords = {
  test: ({ password: first, confirmPassword: second }: Pair) =>
    first === '' || second === '' || first === second,
  says: { path: ['confirmPassword'], error: says('passwords-differ'), when: () => true },
}
