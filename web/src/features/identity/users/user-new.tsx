import { everywhere, useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { NewPasswordField, PasswordField, TextField } from '#ui/form/fields.tsx'
import { FieldRow, FormPage } from '#ui/form/form-page.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useUserChoices } from './user-choices.ts'
import { useUserCrumbs } from './user-crumbs.ts'
import { useOwnPlaces } from './user-own-places.ts'
import { PlacesField } from './user-places-field.tsx'
import { useCreateUser } from './user-queries.ts'
import { RoleField } from './user-role-field.tsx'
import { newUserForm } from './user-schema.ts'

function useNewUserForm() {
  const city = useCity()
  const create = useCreateUser()
  const own = useOwnPlaces()
  return useContractForm({
    schema: newUserForm,
    initial: {
      name: '',
      email: '',
      password: '',
      confirmPassword: '',
      role: '',
      location: city === everywhere ? '' : city,
      places: own.map(({ _id }) => _id),
    },
    send: ({ confirmPassword: _, ...user }) => create(user),
    done: ({ user }, clear) => {
      toast.success(m.users_created({ name: user.name }))
      clear()
    },
    failure: m.users_create_failed(),
  })
}

/** Remounts the form for another city, so that no choice of the previous one remains. */
export const NewUser = () => <NewUserForm key={useCity()} />

function NewUserForm() {
  const choices = useUserChoices()
  const form = useNewUserForm()
  return (
    <FormPage crumbs={useUserCrumbs(m.users_new_title())} form={form} submit={m.users_save()}>
      {choices.error !== null && <LoadFailed text={m.error_loading()} onRetry={choices.retry} />}
      <FieldRow>
        <TextField form={form} name="name" label={m.users_name()} autoComplete="off" required />
        <TextField
          form={form}
          name="email"
          type="email"
          label={m.users_email()}
          autoComplete="off"
          required
        />
      </FieldRow>
      <PasswordFields form={form} />
      <FieldRow>
        <RoleField form={form} choices={choices.roles} />
        <SelectField
          form={form}
          name="location"
          label={m.users_location()}
          description={m.users_location_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={choices.cities}
          required
        />
      </FieldRow>
      <PlacesField form={form} name="places" />
    </FormPage>
  )
}

type NewUserValues = { password: string; confirmPassword: string }

function PasswordFields<V extends NewUserValues>({ form }: { form: ContractForm<V> }) {
  return (
    <FieldRow>
      <NewPasswordField
        form={form}
        name="password"
        label={m.users_password()}
        hint={m.users_password_temporary()}
        required
      />
      <PasswordField
        form={form}
        name="confirmPassword"
        label={m.users_confirm_password()}
        autoComplete="new-password"
        required
      />
    </FieldRow>
  )
}
