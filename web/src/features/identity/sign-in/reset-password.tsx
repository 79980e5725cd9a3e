import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { setPasswordByLink } from '#features/identity/queries.ts'
import { m } from '#texts'
import { NewPasswordField, PasswordField } from '#ui/form/fields.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { AnchorLink } from '#ui/text/link.tsx'
import { passwordPair, samePasswords } from './confirmed-password.ts'
import { PublicForm } from './public-form.tsx'
import { PublicPage } from './public-page.tsx'

const schema = z.object(passwordPair).refine(samePasswords.test, samePasswords.says)

/** The token is in the fragment, which browsers never send, so it appears in no server log. */
export function ResetPassword() {
  const hash = useLocation({ select: (place) => place.hash })
  const [token] = useState(() => new URLSearchParams(hash).get('token') ?? hash)
  return (
    <PublicPage
      title={m.reset_title()}
      heading={m.reset_title()}
      lead={m.reset_lead()}
      notice={token === '' ? { kind: 'info', text: m.reset_no_token() } : undefined}
      foot={<AnchorLink to="/forgot-password">{m.reset_new_link()}</AnchorLink>}
    >
      {token !== '' && <PasswordForm token={token} />}
    </PublicPage>
  )
}

function PasswordForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useContractForm({
    schema,
    initial: { password: '', confirmPassword: '' },
    send: ({ password }) => setPasswordByLink({ token, password }),
    done: () => navigate({ to: '/login', state: { notice: 'password-set' } }),
    failure: m.reset_failed(),
  })
  return (
    <PublicForm form={form} submit={m.reset_submit()} sending={m.common_saving()}>
      <NewPasswordField form={form} name="password" label={m.reset_password()} size="md" required />
      <PasswordField
        form={form}
        name="confirmPassword"
        label={m.reset_confirm_password()}
        autoComplete="new-password"
        size="md"
        required
      />
    </PublicForm>
  )
}
