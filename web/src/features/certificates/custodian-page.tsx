import type { CertificateToSign } from '@ats/contract/certificates/certificates.ts'
import { Alert, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { messageOf } from '#kernel/http/api-error.ts'
import { formatDate, formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { FormBody } from '#ui/form/form-body.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { Heading } from '#ui/page/heading.tsx'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { openLink, signByLink } from './certificate-queries.ts'
import { pathOf } from './certificate-words.ts'
import { PublicFacts } from './public-facts.tsx'
import { drawnOrNamed, SignatureFields } from './signature-fields.tsx'
import { useLoaded } from './use-loaded.ts'

/** The token is in the fragment, which browsers never send, so it appears in no server log. */
export function CustodianSigns(): ReactNode {
  const [token] = useState<string>(useLocation({ select: (place) => place.hash }))
  const [signed, setSigned] = useState<string | null>(null)
  const { data, error, retry } = useLoaded((signal) => openLink(token, signal), token)
  return (
    <>
      <Heading title={m.cert_custodian_title()} />
      {token === '' && <Text>{m.cert_link_none()}</Text>}
      {error !== undefined && signed === null && (
        <LoadFailed text={messageOf(error, m.cert_failed())} onRetry={retry} />
      )}
      {token !== '' && data === undefined && error === undefined && <Loading />}
      {signed !== null && (
        <Alert role="status" color="teal" icon={<IconCircleCheck />}>
          {m.cert_signed({ number: signed })}
        </Alert>
      )}
      {data !== undefined && signed === null && (
        <SignForm token={token} certificate={data} onSigned={setSigned} />
      )}
    </>
  )
}

type Props = { token: string; certificate: CertificateToSign; onSigned: (number: string) => void }

function SignForm({ token, certificate, onSigned }: Props) {
  const form = useContractForm({
    schema: drawnOrNamed(z.object({ drawing: z.string(), named: z.boolean() })),
    initial: { drawing: '', named: false },
    send: ({ drawing }) => signByLink(token, drawing || null),
    done: ({ number }) => onSigned(number),
    failure: m.cert_sign_failed(),
  })
  const { name, number, placeNames, startedAt, approvedAt, expected, found, misplaced, unexpected, hash } =
    certificate
  return (
    <FormBody
      form={form}
      actions={
        <SubmitButton
          size="md"
          fullWidth
          text={m.cert_sign()}
          sending={{ now: form.sending, text: m.common_saving() }}
        />
      }
    >
      <Text>{m.cert_custodian_lead({ name })}</Text>
      <PublicFacts
        facts={[
          [m.cert_title(), number],
          [m.cert_place(), pathOf(placeNames)],
          [m.cert_period(), `${formatDate(startedAt)} – ${formatDate(approvedAt)}`],
          [m.cert_expected(), formatNumber(expected)],
          [m.cert_found(), formatNumber(found)],
          [m.cert_missing(), formatNumber(expected - found)],
          [m.cert_misplaced(), formatNumber(misplaced)],
          [m.cert_excess(), formatNumber(unexpected)],
          [m.cert_hash(), hash],
        ]}
      />
      <SignatureFields form={form} />
    </FormBody>
  )
}
