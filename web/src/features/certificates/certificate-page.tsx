import type { Certificate } from '@ats/contract/certificates/certificates.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#texts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { PrintScreen } from '#ui/print/print-screen.tsx'
import { ButtonLink } from '#ui/text/link.tsx'
import type { CertificateDialog } from './certificate-dialogs.tsx'
import { certificateById } from './certificate-queries.ts'
import { CertificateSheet } from './certificate-sheet.tsx'
import { roleTexts } from './certificate-words.ts'

const Dialogs = lazyPart(async () => (await import('./certificate-dialogs.tsx')).CertificateDialogs)

/** The certificate as it is printed, with what can be done about it. */
export function CertificatePage() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery(certificateById(id))
  const [dialog, setDialog] = useState<CertificateDialog | null>(null)
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

type ButtonsProps = { certificate: Certificate; onOpen: (dialog: CertificateDialog) => void }

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
