import { password } from '@ats/contract/identity/passwords.ts'
import { z } from 'zod'

const needed = 'Password is required!'

/** The two password inputs of a form that sets one. */
export const passwordPair = { password: password.min(1, needed), confirmPassword: z.string().min(1, needed) }

type Pair = { password: string; confirmPassword: string }

/** For a schema's `superRefine`, run even while other fields are wrong so that all is said at once. */
export const samePasswords = {
  test: ({ password: first, confirmPassword: second }: Pair) =>
    first === '' || second === '' || first === second,
  says: { path: ['confirmPassword'], error: 'Passwords do not match!', when: () => true },
}
