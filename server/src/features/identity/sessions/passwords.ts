import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { invalid } from '#kernel/http/problem.ts'
import { semaphore } from '#kernel/jobs/semaphore.ts'
import { isCommonPassword } from './common-passwords.ts'

// Argon2id is the library's default; the parameters are OWASP's.
const strength = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Each hash takes 19 MiB and a core; a flood of sign-ins waits here, and gets an error beyond this limit. One
 * core is left for everybody else. Only sign-ins from unknown devices can be a flood, so everything else is
 * hashed first.
 */
const oneByOne = semaphore(Math.max(1, availableParallelism() - 1), 200)

export const hashPassword = (password: string) =>
  oneByOne(() => hash(password, strength), { goesFirst: true })

/** Checked if there is no account, or one without a password, so that an unknown email takes as long as a known one. */
const decoy = await hash('nobody has this password', strength)

export async function passwordMatches(
  password: string,
  storedHash: string | null | undefined,
  { goesFirst }: { goesFirst: boolean },
): Promise<boolean> {
  const matches = await oneByOne(() => verify(storedHash ?? decoy, password), { goesFirst })
  return matches && storedHash != null
}

/** Rejects common passwords and the person's own name or email; the contract checks the length. */
export function refuseWeakPassword(
  password: string,
  person: { name: string; email: string },
  field = 'password',
) {
  const plain = password.toLowerCase()
  if (isCommonPassword(password)) throw invalid(field, 'password-common')
  const own = [person.email, person.email.split('@')[0] ?? '', person.name, person.name.replaceAll(' ', '')]
  if (own.some((text) => text.toLowerCase() === plain)) throw invalid(field, 'password-own-name')
}
