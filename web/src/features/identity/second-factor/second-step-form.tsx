import { rememberedDays } from '@ats/contract/identity/remembered-days.ts'
import type { SecondMethod, SecondStep } from '@ats/contract/identity/sessions.ts'
import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { m } from '#texts'
import { CheckboxField } from '#ui/form/choice-fields.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { completeStep, givenFor } from './second-step.ts'

type Props = { step: SecondStep; onBack: () => void }

const leads: Record<SecondMethod, () => string> = {
  totp: m.second_step_totp_lead,
  passkey: m.second_step_passkey_lead,
  recovery: m.second_step_recovery_lead,
}
const offers: Record<SecondMethod, () => string> = {
  totp: m.second_step_use_totp,
  passkey: m.second_step_use_passkey,
  recovery: m.second_step_use_recovery,
}

/** The second step of a log-in, with one method at a time. */
export function SecondStepForm({ step, onBack }: Props) {
  const [method, setMethod] = useState<SecondMethod>(step.methods[0] ?? 'totp')
  return (
    <Stack gap="md">
      <MethodForm key={method} step={step} method={method} />
      <Stack gap="xs" align="flex-start">
        {step.methods
          .filter((other) => other !== method)
          .map((other) => (
            <Button key={other} variant="subtle" size="compact-sm" onClick={() => setMethod(other)}>
              {offers[other]()}
            </Button>
          ))}
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          {m.second_step_back()}
        </Button>
      </Stack>
    </Stack>
  )
}

function MethodForm({ step, method }: { step: SecondStep; method: SecondMethod }) {
  const form = useContractForm({
    schema: givenFor(method),
    initial: { code: '', remember: false },
    send: (given) => completeStep(step, method, given),
    done: () => undefined,
    failure: method === 'passkey' ? m.second_step_passkey_failed() : m.login_failed(),
  })
  // After the heading of the page, which takes the focus when it appears.
  useEffect(() => {
    form.ref.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [form.ref])
  const submit = method === 'passkey' ? m.second_step_passkey_submit() : m.second_step_submit()
  return (
    <FormBody
      form={form}
      actions={
        <SubmitButton
          size="md"
          fullWidth
          text={submit}
          sending={{ now: form.sending, text: m.login_sending() }}
        />
      }
    >
      <Text size="sm">{leads[method]()}</Text>
      {method !== 'passkey' && (
        <TextField
          form={form}
          name="code"
          label={method === 'totp' ? m.second_step_code() : m.second_step_recovery_code()}
          size="md"
          {...(method === 'totp'
            ? { autoComplete: 'one-time-code', inputMode: 'numeric' }
            : { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false })}
        />
      )}
      <CheckboxField form={form} name="remember" label={m.second_step_remember({ days: rememberedDays })} />
    </FormBody>
  )
}
