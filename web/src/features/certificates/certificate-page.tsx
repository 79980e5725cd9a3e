import type { Certificate } from '@ats/contract/certificates/certificates.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { PrintScreen } from '#ui/print/print-screen.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import { CorrectCertificate } from './certificate-dialog.tsx'
import { certificateById } from './certificate-queries.ts'
import { CertificateSheet } from './certificate-sheet.tsx'
import { roleTexts } from './certificate-words.ts'
import { CustodianDialog, LinkDialog } from './custodian-dialogs.tsx'
import { SignDialog } from './sign-dialog.tsx'

type Dialog = 'approver' | 'verifier' | 'custodian' | 'link' | 'correct'

/** The certificate as it is printed, with what can be done about it. */
export function CertificatePage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(certificateById(id))
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const { data: certificate } = query
  const title = `${m.cert_title()} ${certificate?.number ?? ''}`.trim()
  return (
    <>
      <PrintScreen
        title={title}
        documentTitle={title}
        buttons={certificate !== undefined && <Buttons certificate={certificate} onOpen={setDialog} />}
        query={query}
        failure={m.cert_failed()}
        sheet={(shown) => <CertificateSheet certificate={shown} />}
      />
      {certificate !== undefined && dialog !== null && (
        <Dialogs certificate={certificate} dialog={dialog} onClose={() => setDialog(null)} />
      )}
    </>
  )
}

type ButtonsProps = { certificate: Certificate; onOpen: (dialog: Dialog) => void }

function Buttons({ certificate: { inventoryId: id, maySign, isReplaced }, onOpen }: ButtonsProps) {
  const manages = maySign.includes('custodian')
  return (
    <>
      <ButtonLink to="/dashboard/physical-inventory/$id" params={{ id }} variant="default">
        {m.inventory_print_back()}
      </ButtonLink>
      {manages && !isReplaced && (
        <Button variant="default" onClick={() => onOpen('correct')}>
          {m.cert_correct()}
        </Button>
      )}
      {maySign.map((role) => (
        <Button key={role} variant="default" onClick={() => onOpen(role)}>
          {role === 'custodian' ? m.cert_custodian_sign() : m.cert_sign_as({ role: roleTexts[role]() })}
        </Button>
      ))}
      {manages && (
        <Button variant="default" onClick={() => onOpen('link')}>
          {m.cert_link()}
        </Button>
      )}
    </>
  )
}

type DialogsProps = { certificate: Certificate; dialog: Dialog; onClose: () => void }

function Dialogs({ certificate, dialog, onClose }: DialogsProps) {
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
