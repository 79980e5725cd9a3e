import type { RefusalCode } from '@ats/contract/problems.ts'
import { Problem } from '#kernel/http/problem.ts'
import { DirectoryFailure, type FailureReason } from './failure.ts'
import { type LdapDirectory, tryLdap } from './ldap.ts'

const problems = {
  unreachable: 'directory-unavailable',
  timeout: 'directory-unavailable',
  certificate: 'ldap-certificate-wrong',
  'not-encrypted': 'ldap-not-encrypted',
  'service-account': 'directory-credentials-wrong',
  settings: 'ldap-search-failed',
  referral: 'ldap-search-failed',
  'too-large': 'ldap-search-failed',
  malformed: 'directory-unavailable',
} as const satisfies Record<FailureReason, RefusalCode>

/** Connects as a login would; the error says what an administrator has to change. */
export async function testLdap(directory: Omit<LdapDirectory, 'secret'> & { secret: string | null }) {
  try {
    await tryLdap({ ...directory, secret: directory.secret ?? '' })
  } catch (error) {
    if (error instanceof DirectoryFailure) throw new Problem(problems[error.reason])
    throw error
  }
}
