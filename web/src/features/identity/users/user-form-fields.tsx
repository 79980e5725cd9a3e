import type { User } from '@ats/contract/identity/users.ts'
import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { screenLink, useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { NewPasswordField, PasswordField, TextField } from '#ui/form/fields.tsx'
import { FieldRow } from '#ui/form/form-page.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import { AnchorLink } from '#ui/text/link.tsx'
import type { useUserChoices } from './user-choices.ts'
import { PlacesField } from './user-places-field.tsx'
import { RoleField } from './user-role-field.tsx'
import type { UserFormValues } from './user-schema.ts'
import { statusChoices } from './user-status.tsx'

const hintBelow: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

type Props = { form: ContractForm<UserFormValues>; isMe: boolean }

function OwnCredentials() {
  const link = screenLink('/dashboard/$location/profile', useCity())
  return (
    <AnchorLink {...(link as { to: '/' })} inherit>
      {m.users_own_credentials()}
    </AnchorLink>
  )
}

export function AboutFields({ form, isMe }: Props) {
  return (
    <>
      <FieldRow>
        <TextField form={form} name="name" label={m.users_name()} autoComplete="off" required />
        <TextField form={form} name="lastname" label={m.users_lastname()} autoComplete="off" />
      </FieldRow>
      <FieldRow>
        <TextField
          form={form}
          name="email"
          type="email"
          label={m.users_email()}
          autoComplete="off"
          required
          disabled={isMe}
          description={isMe ? <OwnCredentials /> : undefined}
          inputWrapperOrder={hintBelow}
        />
        <TextField form={form} name="jobTitle" label={m.users_job_title()} autoComplete="off" />
      </FieldRow>
    </>
  )
}

export function PasswordFields({ form, isMe }: Props) {
  if (isMe) return null
  return (
    <FieldRow>
      <NewPasswordField
        form={form}
        name="password"
        label={m.users_password()}
        hint={m.users_password_kept()}
      />
      <PasswordField
        form={form}
        name="confirmPassword"
        label={m.users_confirm_password()}
        autoComplete="new-password"
      />
    </FieldRow>
  )
}

type AccessProps = Props & { choices: ReturnType<typeof useUserChoices>; user: User }

/** The home city of a user may be outside the cities that the person can choose. */
function withHome(cities: AccessProps['choices']['cities'], { location, locationName }: User) {
  if (location === null || cities.some(({ value }) => value === location)) return cities
  return [...cities, { value: location, label: locationName ?? location }]
}

export function AccessFields({ form, isMe, choices, user }: AccessProps) {
  return (
    <>
      {isMe && <Alert icon={<IconInfoCircle aria-hidden="true" />}>{m.users_own_powers()}</Alert>}
      <FieldRow>
        <RoleField form={form} choices={choices.roles} disabled={isMe} />
        <SelectField
          form={form}
          name="location"
          label={m.users_location()}
          description={m.users_location_hint()}
          inputWrapperOrder={hintBelow}
          data={withHome(choices.cities, user)}
          required
          disabled={isMe}
        />
      </FieldRow>
      <FieldRow>
        <PlacesField form={form} name="places" given={user.places} disabled={isMe} />
        <SelectField
          form={form}
          name="status"
          label={m.users_status()}
          description={m.users_status_hint()}
          inputWrapperOrder={hintBelow}
          data={statusChoices()}
          disabled={isMe}
        />
      </FieldRow>
    </>
  )
}
