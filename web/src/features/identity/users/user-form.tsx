import type { ShownUser, UserChange } from '@ats/contract/identity/users.ts'
import { Button, Divider } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import type { z } from 'zod'
import { PlaceNames } from '#features/places/places.ts'
import { useCity } from '#kernel/address/location.ts'
import { picture } from '#kernel/http/picture.ts'
import { m } from '#texts'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormPage } from '#ui/form/form-page.tsx'
import { ImageField } from '#ui/form/image-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { useBlobUrl } from '#ui/lazy/blob-url.ts'
import { lazyPart } from '#ui/lazy/part.tsx'
import { toast } from '#ui/toast/toast.ts'
import type { useUserChoices } from './user-choices.ts'
import { useUserCrumbs } from './user-crumbs.ts'
import { AboutFields, AccessFields, PasswordFields } from './user-form-fields.tsx'
import { UserHead } from './user-head.tsx'
import { fullName } from './user-name.ts'
import { useUpdateUser } from './user-queries.ts'
import { type UserFormValues, userForm } from './user-schema.ts'
import { statusChoices } from './user-status.tsx'

const UserSessions = lazyPart(async () => (await import('./user-sessions.tsx')).UserSessions)

type Props = {
  user: ShownUser
  /** People cannot change their own role and places, nor their own email and password on this screen. */
  isMe: boolean
  choices: ReturnType<typeof useUserChoices>
}

export function UserForm({ user, isMe, choices }: Props) {
  const update = useUpdateUser()
  // Values that others save meanwhile do not count as changes of this person.
  const first = useFirstShown(user)
  const version = useRef(user.version)
  const leave = useLeave()
  const current = useBlobUrl(useQuery(picture(user.picture)).data)
  const form = useContractForm({
    schema: userForm,
    initial: valuesOf(first),
    send: (values) =>
      sendOrDecide({ ...changesOf(first, values), version: version.current }, userFields(choices), (change) =>
        update({
          id: user._id,
          change,
          image: values.image,
          saved: (saved) => {
            version.current = saved.version
          },
        }),
      ),
    done: (saved) => {
      toast.success(m.users_updated({ name: fullName(saved) }))
      leave()
    },
    leave,
    failure: m.users_update_failed(),
  })
  return (
    <FormPage
      crumbs={useUserCrumbs(m.users_edit_title())}
      form={form}
      submit={m.users_save()}
      actions={
        <Button variant="default" onClick={leave}>
          {m.common_cancel()}
        </Button>
      }
      below={!isMe && <UserSessions user={user} />}
    >
      <UserHead user={user} />
      <Divider />
      <AboutFields form={form} isMe={isMe} />
      <PasswordFields form={form} isMe={isMe} />
      <AccessFields form={form} isMe={isMe} choices={choices} user={user} />
      <ImageField form={form} name="image" label={m.users_image()} current={current} />
    </FormPage>
  )
}

/** Goes back to the previous screen, with the list as the person left it. */
function useLeave() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = useNavigate()
  const city = useCity()
  return () =>
    canGoBack
      ? router.history.back()
      : void navigate({ to: '/dashboard/$location/users', params: { location: city } })
}

const valuesOf = (user: ShownUser): UserFormValues => ({
  name: user.name,
  lastname: user.lastname,
  email: user.email,
  jobTitle: user.jobTitle,
  password: '',
  confirmPassword: '',
  role: user.role,
  location: user.location ?? '',
  places: user.places.map(({ _id }) => _id),
  status: user.status,
  image: null,
})

function changesOf(user: ShownUser, { confirmPassword: _, image: __, ...values }: z.output<typeof userForm>) {
  const { confirmPassword: ___, image: ____, ...before } = valuesOf(user)
  return differing<Record<string, unknown>>(before, values) as UserChange
}

const userFields = ({ roles, cities }: Props['choices']): ConflictFields => {
  const named = (choices: typeof roles) => (value: string) =>
    choices.find((choice) => choice.value === value)?.label ?? value
  return {
    name: { label: m.users_name() },
    lastname: { label: m.users_lastname() },
    email: { label: m.users_email() },
    jobTitle: { label: m.users_job_title() },
    role: { label: m.users_role(), show: named(roles) },
    location: { label: m.users_location(), show: named(cities) },
    places: { label: m.users_places(), show: (ids: string[]) => <PlaceNames values={ids} /> },
    status: { label: m.users_status(), show: named(statusChoices()) },
  }
}
