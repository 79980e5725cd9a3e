import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useCorrectCertificate, useCreateCertificate, type Written } from './certificate-queries.ts'

type Texts = { custodians: string; notCovered: string; remarks: string; reason: string }

const schema = (needsReason: boolean) =>
  z.object({
    custodians: z.string(),
    notCovered: z.string().trim().max(1000),
    remarks: z.string().trim().max(1000),
    reason: needsReason ? z.string().trim().min(1, m.inventory_reason_required()).max(500) : z.string(),
  })

const namesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const writtenOf = ({ custodians, notCovered, remarks }: Texts): Written => ({
  ...{ notCovered, remarks },
  custodians: namesIn(custodians),
})

type Props = {
  title: string
  initial?: Partial<Texts>
  /** Only a correction has a reason. */
  needsReason?: boolean
  send: (texts: Texts) => Promise<{ certificate: { _id: string; number: string } }>
  onMade: (id: string) => void
  onClose: () => void
}

function CertificateForm({ title, initial, needsReason = false, send, onMade, onClose }: Props) {
  const form = useContractForm({
    schema: schema(needsReason),
    initial: { reason: '', custodians: '', notCovered: '', remarks: '', ...initial },
    send,
    done: ({ certificate }) => {
      toast.success(m.cert_made({ number: certificate.number }))
      onClose()
      onMade(certificate._id)
    },
    failure: m.cert_make_failed(),
  })
  return (
    <FormDialog onClose={onClose} size="lg" title={title}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.cert_make()} sending={m.common_saving()} />}
      >
        {needsReason && (
          <TextAreaField form={form} name="reason" label={m.cert_reason()} maxLength={500} required />
        )}
        <TextAreaField
          form={form}
          name="custodians"
          label={m.cert_custodians()}
          description={m.cert_custodians_hint()}
        />
        <TextAreaField form={form} name="notCovered" label={m.cert_not_covered_why()} maxLength={1000} />
        <TextAreaField form={form} name="remarks" label={m.cert_remarks()} maxLength={1000} />
      </FormBody>
    </FormDialog>
  )
}

type Made = { onMade: (id: string) => void; onClose: () => void }

export function NewCertificate({ inventoryId, ...made }: Made & { inventoryId: string }) {
  const create = useCreateCertificate(inventoryId)
  return <CertificateForm {...made} title={m.cert_new()} send={(texts) => create(writtenOf(texts))} />
}

export function CorrectCertificate({
  certificate: { _id, texts },
  ...made
}: Made & { certificate: { _id: string; texts: Written } }) {
  const correct = useCorrectCertificate(_id)
  const { custodians, notCovered, remarks } = texts
  return (
    <CertificateForm
      {...made}
      title={m.cert_correct()}
      needsReason
      initial={{ custodians: custodians.join('\n'), notCovered, remarks }}
      send={(given) => correct({ ...writtenOf(given), reason: given.reason })}
    />
  )
}
