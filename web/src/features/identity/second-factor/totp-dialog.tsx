import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { QrCode } from '#ui/print/qr-code.tsx'
import { beginTotp, useConfirmTotp } from './factor-queries.ts'
import { ConfirmPassword, passwordSchema } from './password-field.tsx'
import classes from './second-factor.module.css'

type Props = {
  hasPassword: boolean
  onClose: () => void
  /** With the recovery codes to show, if there were none before. */
  onAdded: (recoveryCodes: readonly string[] | null) => void
}

/** First the password, then the QR code and the first code of the app. */
export function TotpDialog({ hasPassword, onClose, onAdded }: Props) {
  const [begun, setBegun] = useState<{ secret: string; uri: string }>()
  return (
    <FormDialog onClose={onClose} title={m.second_totp_set_up()}>
      {begun === undefined ? (
        <Begin hasPassword={hasPassword} onBegun={setBegun} />
      ) : (
        <Confirm {...begun} onAdded={onAdded} />
      )}
    </FormDialog>
  )
}

type Begun = { secret: string; uri: string }

function Begin({ hasPassword, onBegun }: { hasPassword: boolean; onBegun: (begun: Begun) => void }) {
  const form = useContractForm({
    schema: passwordSchema(hasPassword),
    initial: { password: '' },
    send: ({ password }) => beginTotp(password),
    done: onBegun,
    failure: m.second_failed(),
  })
  return (
    <FormBody
      form={form}
      actions={<DialogActions form={form} text={m.second_next()} sending={m.common_submitting()} />}
    >
      <Text size="sm">{m.second_totp_lead()}</Text>
      <ConfirmPassword form={form} hasPassword={hasPassword} />
    </FormBody>
  )
}

function Confirm({ secret, uri, onAdded }: Begun & Pick<Props, 'onAdded'>) {
  const confirm = useConfirmTotp()
  const form = useContractForm({
    schema: z.object({ code: z.string().trim().min(1, m.second_step_code_needed()) }),
    initial: { code: '' },
    send: ({ code }) => confirm(code),
    done: ({ recoveryCodes }) => onAdded(recoveryCodes),
    failure: m.second_failed(),
  })
  return (
    <FormBody
      form={form}
      actions={<DialogActions form={form} text={m.second_confirm()} sending={m.common_submitting()} />}
    >
      <Stack gap="xs">
        <Text size="sm">{m.second_totp_scan()}</Text>
        <QrCode text={uri} label={m.second_totp_qr()} className={classes.qr} />
        <Text size="sm">{m.second_totp_type()}</Text>
        <Text size="sm" className={classes.secret ?? ''} translate="no">
          {secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </Text>
      </Stack>
      <TextField
        form={form}
        name="code"
        label={m.second_step_code()}
        description={m.second_totp_code_hint()}
        autoComplete="one-time-code"
        inputMode="numeric"
        required
        data-autofocus
      />
    </FormBody>
  )
}
