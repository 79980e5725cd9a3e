import type { Me } from '@ats/contract/identity/sessions.ts'
import type { User } from '@ats/contract/identity/users.ts'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { m } from '#texts'
import { differing } from '#ui/form/conflict.tsx'
import { NewPasswordField, PasswordField, TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FieldRow } from '#ui/form/form-page.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { useLeaveGuard } from '#ui/form/use-leave-guard.ts'
import { toast } from '#ui/toast/toast.ts'
import { useSaveProfile } from './profile-queries.ts'
import { needsPassword, profileSchema } from './profile-schema.ts'

const valuesOf = ({ name, lastname, jobTitle, email }: User) => ({
  name,
  lastname,
  jobTitle,
  email,
  newPassword: '',
  confirmPassword: '',
  currentPassword: '',
})
type ProfileDetails = Pick<Values, 'name' | 'lastname' | 'jobTitle'>
type Values = z.input<ReturnType<typeof profileSchema>>

export function ProfileForm({ person }: { person: Me }) {
  const form = useProfileForm(person)
  useLeaveGuard(form.fields)
  return (
    <FormBody
      form={form}
      actions={
        <SubmitButton text={m.profile_submit()} sending={{ now: form.sending, text: m.common_saving() }} />
      }
    >
      <FieldRow>
        <TextField
          form={form}
          name="name"
          label={m.profile_username()}
          autoComplete="name"
          maxLength={200}
          required
        />
        <TextField
          form={form}
          name="lastname"
          label={m.profile_lastname()}
          autoComplete="family-name"
          maxLength={200}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          form={form}
          name="jobTitle"
          label={m.profile_job_title()}
          autoComplete="organization-title"
          maxLength={200}
        />
        <TextField
          form={form}
          name="email"
          label={m.profile_email()}
          type="email"
          autoComplete="username"
          maxLength={320}
          required
        />
      </FieldRow>
      {person.newEmail !== null && (
        <Alert role="status" color="indigo" icon={<IconInfoCircle aria-hidden="true" />}>
          {m.profile_email_waits({ email: person.newEmail, current: person.email })}
        </Alert>
      )}
      <NewPassword form={form} />
      <CurrentPassword form={form} savedEmail={person.email} />
    </FormBody>
  )
}

type InForm = { form: ContractForm<Values> }

function NewPassword({ form }: InForm) {
  return (
    <FieldRow>
      <NewPasswordField
        form={form}
        name="newPassword"
        label={m.profile_new_password()}
        hint={m.profile_new_password_hint()}
      />
      <PasswordField
        form={form}
        name="confirmPassword"
        label={m.profile_confirm_password()}
        autoComplete="new-password"
      />
    </FieldRow>
  )
}

function useProfileForm(person: Me): ContractForm<Values> {
  const save = useSaveProfile(person)
  const version = useRef(person.version)
  const form: ContractForm<Values> = useContractForm({
    schema: profileSchema(person.email),
    initial: valuesOf(person),
    send: async ({ name, lastname, jobTitle, confirmPassword: _, ...values }) =>
      save.mutateAsync({
        ...differing<ProfileDetails>(form.fields.getInitialValues(), { name, lastname, jobTitle }),
        ...values,
        version,
      }),
    done: (saved) => {
      toast.success(m.profile_updated())
      form.fields.setInitialValues(valuesOf(saved))
      form.fields.reset()
    },
    failure: m.profile_failed(),
  })
  return form
}

/** Shown when needed: for another email or a new password. */
function CurrentPassword({ form, savedEmail }: InForm & { savedEmail: string }) {
  const [typed, setTyped] = useState(() => form.fields.getValues())
  const follow = () => setTyped(form.fields.getValues())
  form.fields.watch('email', follow)
  form.fields.watch('newPassword', follow)
  if (!needsPassword(typed, savedEmail)) return null
  return (
    <PasswordField
      form={form}
      name="currentPassword"
      label={m.profile_current_password()}
      description={m.profile_current_password_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="current-password"
      required
    />
  )
}
