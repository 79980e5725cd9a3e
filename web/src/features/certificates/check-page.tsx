import type { CertificateCheck } from '@ats/contract/certificates/certificates.ts'
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Heading } from '#ui/page/heading.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { checkCertificate } from './certificate-queries.ts'
import { PublicFacts } from './public-facts.tsx'
import { useLoaded } from './use-loaded.ts'

/** What the QR code of a printed certificate opens, without an account. */
export function CheckCertificate() {
  const { id = '', code = '' } = useParams({ strict: false })
  const { data, error, retry } = useLoaded((signal) => checkCertificate(id, code, signal), `${id} ${code}`)
  return (
    <>
      <Heading title={m.cert_check_title()} />
      {error !== undefined && <LoadFailed text={messageOf(error, m.cert_failed())} onRetry={retry} />}
      {data === undefined && error === undefined && <Loading />}
      {data !== undefined && <Result check={data} />}
    </>
  )
}

function validity({ isIntact, replacedBy }: CertificateCheck) {
  if (!isIntact) return { color: 'red', text: m.cert_check_wrong() }
  if (replacedBy !== null) return { color: 'yellow', text: m.cert_replaced_by({ number: replacedBy }) }
  return { color: 'teal', text: m.cert_check_valid() }
}

function Result({ check }: { check: CertificateCheck }) {
  const { number, place, approvedOn, madeOn, hash, seal, signatures } = check
  const { color, text } = validity(check)
  return (
    <>
      <Alert
        role="status"
        color={color}
        icon={color === 'teal' ? <IconCircleCheck /> : <IconAlertTriangle />}
      >
        {text}
      </Alert>
      <PublicFacts
        facts={[
          [m.cert_title(), number],
          [m.cert_place(), place],
          [m.cert_approved_on(), formatDate(approvedOn)],
          [m.cert_made_on(), formatDate(madeOn)],
          [m.cert_signatures(), formatNumber(signatures)],
          [m.cert_entry_seal(), seal === null ? m.cert_seal_soon() : String(seal)],
          [m.cert_hash(), hash],
        ]}
      />
    </>
  )
}
