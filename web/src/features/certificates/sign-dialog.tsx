import type { Certificate } from '@ats/contract/certificates/certificates.ts'
import type { SecondMethod } from '@ats/contract/identity/sessions.ts'
import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { type OwnSignature, proofFor, useSign } from './certificate-queries.ts'
import { roleTexts } from './certificate-words.ts'
import { drawnOrNamed, SignatureFields } from './signature-fields.tsx'

const methodTexts: Record<SecondMethod, () => string> = {
  totp: m.second_step_code,
  passkey: m.second_step_use_passkey,
  recovery: m.second_step_recovery_code,
}

type Props = { certificate: Certificate; role: OwnSignature['role']; onClose: () => void }

/** The person signs for themselves, and proves their second factor if they have one. */
export function SignDialog({ certificate, role, onClose }: Props) {
  const { _id: id, number, secondFactor } = certificate
  const sign = useSign(id)
  const [method, setMethod] = useState<SecondMethod | undefined>(secondFactor[0])
  const needsCode = method === 'totp' || method === 'recovery'
  const form = useContractForm({
    schema: drawnOrNamed(
      z.object({ drawing: z.string(), named: z.boolean(), code: z.string().trim() }),
    ).refine(({ code }) => !needsCode || code !== '', {
      path: ['code'],
      message: m.second_step_code_needed(),
    }),
    initial: { drawing: '', named: false, code: '' },
    send: async ({ drawing, code }) =>
      sign({ role, drawing: drawing || null, ...(await proofFor(id, method, code)) }),
    done: () => {
      toast.success(m.cert_signed({ number }))
      onClose()
    },
    failure: m.cert_sign_failed(),
  })
  return (
    <FormDialog onClose={onClose} size="lg" title={m.cert_sign_as({ role: roleTexts[role]() })}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.cert_sign()} sending={m.common_saving()} />}
      >
        <Text size="sm">{m.cert_sign_text({ number })}</Text>
        <SignatureFields form={form} />
        {secondFactor.length > 1 && (
          <NativeSelect
            label={m.cert_factor()}
            value={method ?? ''}
            data={secondFactor.map((value) => ({ value, label: methodTexts[value]() }))}
            onChange={({ currentTarget }) =>
              setMethod(secondFactor.find((value) => value === currentTarget.value))
            }
          />
        )}
        {needsCode && (
          <TextField form={form} name="code" label={methodTexts[method]()} autoComplete="one-time-code" />
        )}
      </FormBody>
    </FormDialog>
  )
}
