import { refusal } from './refusal.ts'

export const certificateRefusals = {
  'certificate-not-found': refusal(404, 'Certificate not found.'),
  'certificate-not-approved': refusal(409, 'Only approved inventories have a certificate.'),
  'certificate-exists': refusal(409, 'This inventory has a certificate. Correct that one.'),
  'certificate-replaced': refusal(409, 'Certificate {number} has replaced this one.'),
  'certificate-archived': refusal(409, 'The items of this inventory are archived. Restore them first.'),
  'certificate-not-approver': refusal(403, 'Only the person who approved it signs as approver.'),
  'certificate-not-verifier': refusal(403, 'Only people who counted sign as verifier.'),
  'certificate-signed': refusal(409, 'You have signed this certificate.'),
  'certificate-signatures-full': refusal(409, 'This certificate has {most} signatures, which is the limit.'),
  'certificate-link-over': refusal(404, 'This link is no longer valid. Ask for a new one.'),
  'certificate-check-failed': refusal(404, 'There is no certificate with this code.'),
}
