import { passwords } from '@ats/contract/identity/passwords.ts'
import { Anchor } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { logOut } from '#features/identity/queries.ts'
import { useSession } from '#kernel/session/session.ts'
import { m } from '#texts'
import { NewPasswordField, PasswordField } from '#ui/form/fields.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { chooseFirstPassword } from './change-password-queries.ts'
import { passwordPair, samePasswords } from './confirmed-password.ts'
import { PublicForm } from './public-form.tsx'
import { PublicPage } from './public-page.tsx'

const { confirmPassword } = passwordPair
const schema = passwords.change.body
  .extend({ confirmPassword })
  .refine(({ newPassword: password, confirmPassword: again }) => {
    return samePasswords.test({ password, confirmPassword: again })
  }, samePasswords.says)

/** Shown to a person whose password somebody else has set, before any other screen. */
export function FirstPassword() {
  const router = useRouter()
  const email = useSession()?.user.email
  const form = useContractForm({
    schema,
    initial: { oldPassword: '', newPassword: '', confirmPassword: '' },
    send: ({ oldPassword, newPassword }) => chooseFirstPassword({ oldPassword, newPassword }),
    done: () => router.invalidate(),
    failure: m.password_failed(),
  })
  return (
    <PublicPage
      title={m.first_password_title()}
      heading={m.first_password_title()}
      lead={m.first_password_lead()}
      foot={
        <Anchor component="button" type="button" onClick={() => leave(router)}>
          {m.app_logout()}
        </Anchor>
      }
    >
      <PublicForm form={form} submit={m.first_password_submit()} sending={m.common_saving()}>
        {/* Tells a password manager which account the password belongs to. */}
        <input type="text" autoComplete="username" value={email ?? ''} readOnly hidden />
        <PasswordField
          form={form}
          name="oldPassword"
          label={m.first_password_old()}
          autoComplete="current-password"
          size="md"
          required
        />
        <NewPasswordField form={form} name="newPassword" label={m.reset_password()} size="md" required />
        <PasswordField
          form={form}
          name="confirmPassword"
          label={m.reset_confirm_password()}
          autoComplete="new-password"
          size="md"
          required
        />
      </PublicForm>
    </PublicPage>
  )
}

function leave(router: ReturnType<typeof useRouter>) {
  logOut()
  void router.invalidate()
}
