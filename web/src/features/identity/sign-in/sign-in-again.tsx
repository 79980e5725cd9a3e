import type { Me, SecondStep } from '@ats/contract/identity/sessions.ts'
import { Button, Text } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { SecondStepForm } from '#features/identity/second-factor/second-step-form.tsx'
import { releaseScreen } from '#kernel/session/held-screen.ts'
import { m } from '#texts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { PasswordField, TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { credentials, logIn } from './sign-in.ts'

/** Covers the screen until the person has signed in again; the form behind it keeps its input. */
export function SignInAgain({ person }: { person: Me }) {
  const [step, setStep] = useState<SecondStep>()
  return (
    <Dialog
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={m.login_again_title()}
      overlayProps={{ color: 'var(--mantine-color-body)', backgroundOpacity: 1 }}
    >
      {step === undefined ? (
        <FirstStep person={person} onSecondStep={setStep} />
      ) : (
        <SecondStepForm key={step.token} step={step} onBack={() => setStep(undefined)} />
      )}
    </Dialog>
  )
}

type FirstStepProps = { person: Me; onSecondStep: (step: SecondStep | undefined) => void }

function FirstStep({ person, onSecondStep }: FirstStepProps) {
  const router = useRouter()
  const form = useContractForm({
    schema: credentials,
    initial: { email: person.email, password: '' },
    send: logIn,
    done: onSecondStep,
    failure: m.login_failed(),
    invalid: m.login_invalid(),
  })
  const discard = () => {
    releaseScreen()
    void router.invalidate()
  }
  return (
    <FormBody
      form={form}
      actions={
        <>
          <Button variant="default" onClick={discard}>
            {m.login_again_discard()}
          </Button>
          <SubmitButton text={m.login_submit()} sending={{ now: form.sending, text: m.login_sending() }} />
        </>
      }
    >
      <Text size="sm">{m.login_again_text()}</Text>
      <TextField
        form={form}
        name="email"
        label={m.login_email()}
        type="email"
        autoComplete="username"
        markOnly
      />
      <PasswordField
        form={form}
        name="password"
        label={m.login_password()}
        autoComplete="current-password"
        data-autofocus
        markOnly
      />
    </FormBody>
  )
}
