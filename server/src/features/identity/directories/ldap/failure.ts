/** Why a directory could not say who a person is; for the log and for the connection test, never for the person. */
export type FailureReason =
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'not-encrypted'
  | 'service-account'
  | 'settings'
  | 'referral'
  | 'too-large'
  | 'malformed'

/** The directory failed, so nothing is known about the person or their password. */
export class DirectoryFailure extends Error {
  readonly reason: FailureReason

  constructor(reason: FailureReason, cause?: unknown) {
    super(cause instanceof Error ? `${reason}: ${cause.message}` : reason, { cause })
    this.reason = reason
  }
}

const certificateCodes = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/

/** The failure behind an error of a socket. */
export function failureOf(error: unknown): DirectoryFailure {
  if (error instanceof DirectoryFailure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new DirectoryFailure(certificateCodes.test(code) ? 'certificate' : 'unreachable', error)
}
