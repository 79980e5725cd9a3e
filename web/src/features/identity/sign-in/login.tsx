import type { SecondStep } from '@ats/contract/identity/sessions.ts'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react'
import { m } from '#texts'
import { PasswordField, TextField } from '#ui/form/fields.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { AnchorLink } from '#ui/text/link.tsx'
import { DemoPeople } from './demo-people.tsx'
import { PublicForm } from './public-form.tsx'
import classes from './public-layout.module.css'
import { PublicPage } from './public-page.tsx'
import { credentials, logIn, useSettings } from './sign-in.ts'

const said = {
  registered: { kind: 'success', text: m.register_done },
  'password-set': { kind: 'success', text: m.reset_done },
  'session-ended': { kind: 'info', text: m.app_session_ended },
} as const

/** Most people have no second factor, so its form is loaded when it is needed. */
const SecondStepPage = lazy(async () => ({
  default: (await import('#features/identity/second-factor/second-step-page.tsx')).SecondStepPage,
}))

/** Most installations have no directory. */
const DirectoryButtons = lazy(async () => ({
  default: (await import('./directory-buttons.tsx')).DirectoryButtons,
}))

/** A provider may have proven the first step already. */
export function Login(): ReactNode {
  const begun: SecondStep | undefined = useLocation({ select: ({ state }) => state.secondStep })
  const [step, setStep] = useState<SecondStep | undefined>(begun)
  return step === undefined ? (
    <FirstStep onSecondStep={setStep} />
  ) : (
    <Suspense fallback={null}>
      <SecondStepPage step={step} onBack={() => setStep(undefined)} />
    </Suspense>
  )
}

function FirstStep({ onSecondStep }: { onSecondStep: (step: SecondStep | undefined) => void }) {
  const form = useContractForm({
    schema: credentials,
    initial: { email: '', password: '' },
    send: logIn,
    done: onSecondStep,
    failure: m.login_failed(),
    invalid: m.login_invalid(),
  })
  const demo = useDemoSignIn(form.fields)
  const notice = useNotice() ?? (demo !== null ? { kind: 'info' as const, text: m.login_demo() } : undefined)
  return (
    <PublicPage
      title={m.login_title()}
      heading={m.login_welcome()}
      lead={m.login_lead()}
      notice={notice}
      foot={
        <>
          {m.login_no_account()} <AnchorLink to="/register">{m.login_register()}</AnchorLink>
        </>
      }
    >
      <PublicForm form={form} submit={m.login_submit()} sending={m.login_sending()}>
        <TextField
          form={form}
          name="email"
          label={m.login_email()}
          type="email"
          autoComplete="username"
          size="md"
          markOnly
        />
        <PasswordField
          form={form}
          name="password"
          label={m.login_password()}
          autoComplete="current-password"
          size="md"
          markOnly
        />
        <div className={classes.beside}>
          <AnchorLink to="/forgot-password" size="sm">
            {m.login_forgot()}
          </AnchorLink>
        </div>
      </PublicForm>
      <Providers />
      {demo !== null && demo.people.length > 1 && (
        <DemoPeople
          people={demo.people}
          onChoose={(email) => {
            form.fields.setValues({ email, password: demo.password })
            form.submit()
          }}
        />
      )}
    </PublicPage>
  )
}

/** LDAP directories use the form for a password. */
function Providers() {
  const providers = useSettings()?.directories.filter(({ kind }) => kind === 'oidc') ?? []
  if (providers.length === 0) return null
  return (
    <Suspense fallback={null}>
      <DirectoryButtons directories={providers} />
    </Suspense>
  )
}

function useNotice() {
  const notice = useLocation({ select: (place) => place.state.notice })
  return notice === undefined ? undefined : { kind: said[notice].kind, text: said[notice].text() }
}

type Fields = {
  isDirty: () => boolean
  setInitialValues: (values: { email: string; password: string }) => void
  reset: () => void
}

/** Fills in the demo credentials once, if the server runs the demo and nothing has been typed yet. */
function useDemoSignIn(fields: Fields) {
  const demo = useSettings()?.demo ?? null
  const latest = useRef(fields)
  latest.current = fields
  // In a layout effect, because input between the check and the filling would be lost.
  useLayoutEffect(() => {
    if (demo === null || latest.current.isDirty()) return
    latest.current.setInitialValues({ email: demo.email, password: demo.password })
    latest.current.reset()
  }, [demo])
  return demo
}
