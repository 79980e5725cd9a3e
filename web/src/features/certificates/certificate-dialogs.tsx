import type { Certificate } from '@ats/contract/certificates/certificates.ts'
import { useNavigate } from '@tanstack/react-router'
import { useCity } from '#kernel/address/location.ts'
import { CorrectCertificate } from './certificate-dialog.tsx'
import { CustodianDialog, LinkDialog } from './custodian-dialogs.tsx'
import { SignDialog } from './sign-dialog.tsx'

export type CertificateDialog = 'approver' | 'verifier' | 'custodian' | 'link' | 'correct'

type DialogsProps = { certificate: Certificate; dialog: CertificateDialog; onClose: () => void }

/** What can be done about a certificate; loaded when somebody does it. */
export function CertificateDialogs({ certificate, dialog, onClose }: DialogsProps) {
  const location = useCity()
  const navigate = useNavigate()
  const open = (id: string) =>
    void navigate({ to: '/dashboard/$location/certificates/$id', params: { location, id } })
  switch (dialog) {
    case 'custodian':
      return <CustodianDialog certificate={certificate} onClose={onClose} />
    case 'link':
      return <LinkDialog certificate={certificate} onClose={onClose} />
    case 'correct':
      return <CorrectCertificate certificate={certificate} onClose={onClose} onMade={open} />
    default:
      return <SignDialog certificate={certificate} role={dialog} onClose={onClose} />
  }
}
