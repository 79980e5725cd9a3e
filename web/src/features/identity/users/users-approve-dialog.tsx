import {
  type AccessRequest,
  accessRequests,
  type PasswordLink,
} from '@ats/contract/identity/access-requests.ts'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { everywhere, useCity } from '#kernel/address/location.ts'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { toast } from '#ui/toast/toast.ts'
import { useUserChoices } from './user-choices.ts'
import { useOwnPlaces } from './user-own-places.ts'
import classes from './user-places-field.module.css'
import { PlacesField } from './user-places-field.tsx'
import { useApproveRequest } from './user-queries.ts'
import { RoleField } from './user-role-field.tsx'
import { HandOverDialog } from './users-hand-over-dialog.tsx'

type Props = { request: AccessRequest; onClose: () => void; onApproved: () => void }

export function ApproveDialog({ request, onClose, onApproved }: Props) {
  const choices = useUserChoices()
  const [link, setLink] = useState<PasswordLink | null>(null)
  const leave = () => {
    onClose()
    onApproved()
  }
  const approved = (given: PasswordLink | null) => {
    if (given !== null) return setLink(given)
    toast.success(m.access_approved_mailed({ email: request.email }))
    leave()
  }
  if (link !== null) return <HandOverDialog name={request.name} link={link} onDone={leave} />
  return (
    <FormDialog
      onClose={onClose}
      title={m.access_approve_title({ name: request.name })}
      classNames={{ content: classes.dialog ?? '' }}
    >
      {choices.error !== null && <LoadFailed text={m.error_loading()} onRetry={choices.retry} />}
      {choices.error === null && !choices.isReady && <Loading />}
      {choices.isReady && <ApproveForm request={request} choices={choices} onApproved={approved} />}
    </FormDialog>
  )
}

type FormProps = {
  request: AccessRequest
  choices: ReturnType<typeof useUserChoices>
  onApproved: (link: PasswordLink | null) => void
}

function ApproveForm({ request, choices, onApproved }: FormProps) {
  const { _id: id, email } = request
  const city = useCity()
  const own = useOwnPlaces()
  const [first, second] = choices.cities
  const onlyCity = second === undefined ? (first?.value ?? '') : ''
  const approve = useApproveRequest()
  const form = useContractForm({
    schema: accessRequests.approve.body,
    initial: {
      role: '',
      location: request.location ?? (city === everywhere ? onlyCity : city),
      places: own.map(({ _id }) => _id),
    },
    send: (given) => approve({ id, ...given }),
    done: ({ passwordLink }) => onApproved(passwordLink),
    failure: m.access_approve_failed(),
  })
  return (
    <FormBody
      form={form}
      actions={<DialogActions form={form} text={m.access_approve()} sending={m.access_approving()} />}
    >
      <Text size="sm">{m.access_approve_lead({ email })}</Text>
      <RoleField form={form} choices={choices.roles} data-autofocus />
      <SelectField
        form={form}
        name="location"
        label={m.users_location()}
        description={m.users_location_hint()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={choices.cities}
        required
      />
      <PlacesField form={form} name="places" inDialog />
    </FormBody>
  )
}
