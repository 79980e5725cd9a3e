import { linkHours } from '@ats/contract/certificates/certificates.ts'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { formatTime } from '#kernel/words/format.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { CopyBlock } from '#ui/text/copy-block.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useCustodianLink, useSignAsCustodian } from './certificate-queries.ts'
import { drawnOrNamed, SignatureFields } from './signature-fields.tsx'

type Props = { certificate: { _id: string; number: string }; onClose: () => void }

const name = () => z.string().trim().min(1, m.cert_custodian_needed()).max(200)

/** The custodian takes the device, and signs without an account. */
export function CustodianDialog({ certificate: { _id: id, number }, onClose }: Props) {
  const sign = useSignAsCustodian(id)
  const form = useContractForm({
    schema: drawnOrNamed(z.object({ name: name(), drawing: z.string(), named: z.boolean() })),
    initial: { name: '', drawing: '', named: false },
    send: ({ name: custodian, drawing }) => sign({ name: custodian, drawing: drawing || null }),
    done: () => {
      toast.success(m.cert_signed({ number }))
      onClose()
    },
    failure: m.cert_sign_failed(),
  })
  return (
    <FormDialog onClose={onClose} size="lg" title={m.cert_custodian_sign()}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.cert_sign()} sending={m.common_saving()} />}
      >
        <Text size="sm">{m.cert_custodian_text({ number })}</Text>
        <TextField form={form} name="name" label={m.cert_custodian_name()} maxLength={200} required />
        <SignatureFields form={form} />
      </FormBody>
    </FormDialog>
  )
}

/** For a custodian who is not there: a link that works once. */
export function LinkDialog({ certificate: { _id: id }, onClose }: Props) {
  const make = useCustodianLink(id)
  const [made, setMade] = useState<{ address: string; worksUntil: string } | null>(null)
  const form = useContractForm({
    schema: z.object({ name: name() }),
    initial: { name: '' },
    send: ({ name: custodian }) => make(custodian),
    done: setMade,
    failure: m.cert_link_failed(),
  })
  if (made !== null)
    return (
      <FormDialog onClose={onClose} size="lg" title={m.cert_link()}>
        <Text size="sm" mb="sm">
          {m.cert_link_made({ until: formatTime(made.worksUntil) })}
        </Text>
        <CopyBlock title={m.cert_link()} text={made.address} label={m.cert_link_copy()} />
        <Button mt="md" onClick={onClose}>
          {m.common_close()}
        </Button>
      </FormDialog>
    )
  return (
    <FormDialog onClose={onClose} size="lg" title={m.cert_link()}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.cert_link_make()} sending={m.common_saving()} />}
      >
        <Text size="sm">{m.cert_link_text({ hours: linkHours })}</Text>
        <TextField form={form} name="name" label={m.cert_custodian_name()} maxLength={200} required />
      </FormBody>
    </FormDialog>
  )
}
