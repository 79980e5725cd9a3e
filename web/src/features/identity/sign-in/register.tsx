import { accessRequests } from '@ats/contract/identity/access-requests.ts'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { askForAccount } from '#features/identity/queries.ts'
import { m } from '#texts'
import { NewPasswordField, PasswordField, TextField } from '#ui/form/fields.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { AnchorLink } from '#ui/text/link.tsx'
import { passwordPair, samePasswords } from './confirmed-password.ts'
import { PublicForm } from './public-form.tsx'
import { PublicPage } from './public-page.tsx'

const schema = accessRequests.create.body.extend(passwordPair).refine(samePasswords.test, samePasswords.says)

const initial = { name: '', email: '', location: '', password: '', confirmPassword: '' }

export function Register() {
  const navigate = useNavigate()
  const form = useContractForm({
    schema,
    initial,
    send: ({ confirmPassword: _, ...request }) => askForAccount(request),
    done: () => navigate({ to: '/login', state: { notice: 'registered' } }),
    failure: m.register_failed(),
  })
  return (
    <PublicPage
      title={m.register_title()}
      heading={m.register_heading()}
      lead={m.register_lead()}
      foot={
        <>
          {m.register_have_account()} <AnchorLink to="/login">{m.register_login()}</AnchorLink>
        </>
      }
    >
      <PublicForm form={form} submit={m.register_submit()} sending={m.register_sending()}>
        <TextField form={form} name="name" label={m.register_name()} autoComplete="name" size="md" required />
        <TextField
          form={form}
          name="email"
          label={m.register_email()}
          type="email"
          autoComplete="email"
          size="md"
          required
        />
        <TextField
          form={form}
          name="location"
          label={m.register_location()}
          description={m.register_location_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="address-level2"
          maxLength={200}
          size="md"
        />
        <NewPassword form={form} />
      </PublicForm>
    </PublicPage>
  )
}

function NewPassword({ form }: { form: ContractForm<z.input<typeof schema>> }) {
  return (
    <>
      <NewPasswordField form={form} name="password" label={m.register_password()} size="md" required />
      <PasswordField
        form={form}
        name="confirmPassword"
        label={m.register_confirm_password()}
        autoComplete="new-password"
        size="md"
        required
      />
    </>
  )
}
