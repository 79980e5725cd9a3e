import type { SecondStep } from '@ats/contract/identity/sessions.ts'
import { PublicPage } from '#features/identity/sign-in/public-page.tsx'
import { m } from '#texts'
import { SecondStepForm } from './second-step-form.tsx'

/** Takes the place of the log-in form. */
export function SecondStepPage(props: { step: SecondStep; onBack: () => void }) {
  return (
    <PublicPage title={m.login_title()} heading={m.second_step_title()} lead={m.second_step_lead()}>
      <SecondStepForm {...props} />
    </PublicPage>
  )
}
