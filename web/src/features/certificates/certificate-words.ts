import type { SignatureRole } from '@ats/contract/certificates/certificates.ts'
import type { CertificateContent } from '@ats/contract/certificates/content.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'

export const roleTexts: Record<SignatureRole, () => string> = {
  approver: m.cert_role_approver,
  verifier: m.cert_role_verifier,
  custodian: m.cert_role_custodian,
}

export const pathOf = (names: readonly string[]) => names.join(' > ')

/** A part of a whole in per cent, or nothing of nothing. */
const shareText = (part: number, whole: number) =>
  whole === 0 ? m.common_not_given() : `${formatNumber(Math.round((1000 * part) / whole) / 10)} %`

/** How many assets were found at all, and how many where they are registered. */
export const accuracyOf = ({ expected, found, misplaced }: CertificateContent['figures']) => ({
  presence: shareText(found, expected),
  location: shareText(found - misplaced, expected),
})
