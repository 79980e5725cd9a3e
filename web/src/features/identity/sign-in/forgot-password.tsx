import { passwords } from '@ats/contract/identity/passwords.ts'
import { useState } from 'react'
import { askForResetLink } from '#features/identity/queries.ts'
import { m } from '#texts'
import { TextField } from '#ui/form/fields.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { AnchorLink } from '#ui/text/link.tsx'
import { PublicForm } from './public-form.tsx'
import { PublicPage } from './public-page.tsx'
import { useSettings } from './sign-in.ts'

export function ForgotPassword() {
  const settings = useSettings()
  const [sent, setSent] = useState(false)
  const mail = settings?.mail !== false
  const notice = sent
    ? ({ kind: 'success', text: m.forgot_done() } as const)
    : mail
      ? undefined
      : ({ kind: 'info', text: m.forgot_no_mail() } as const)
  return (
    <PublicPage
      title={m.forgot_title()}
      heading={m.forgot_heading()}
      lead={m.forgot_lead()}
      notice={notice}
      foot={<AnchorLink to="/login">{m.forgot_back()}</AnchorLink>}
    >
      {mail && !sent && <EmailForm onSent={() => setSent(true)} />}
    </PublicPage>
  )
}

function EmailForm({ onSent }: { onSent: () => void }) {
  const form = useContractForm({
    schema: passwords.forgot.body,
    initial: { email: '' },
    send: askForResetLink,
    done: onSent,
    failure: m.forgot_failed(),
  })
  return (
    <PublicForm form={form} submit={m.forgot_submit()} sending={m.forgot_sending()}>
      <TextField
        form={form}
        name="email"
        label={m.login_email()}
        type="email"
        autoComplete="username"
        size="md"
        required
      />
    </PublicForm>
  )
}
