import { password } from '@ats/contract/identity/passwords.ts'
import { says } from '@ats/contract/problems/fields.ts'
import { z } from 'zod'

const needed = says('password-required')

/** The two password inputs of a form that sets one. */
export const passwordPair = { password: password.min(1, needed), confirmPassword: z.string().min(1, needed) }

type Pair = { password: string; confirmPassword: string }

/** For a schema's `superRefine`, run even while other fields are wrong so that all is said at once. */
export const samePasswords = {
  test: ({ password: first, confirmPassword: second }: Pair) =>
    first === '' || second === '' || first === second,
  says: { path: ['confirmPassword'], error: says('passwords-differ'), when: () => true },
}
