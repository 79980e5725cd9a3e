import { type AccessRequest, accessRequests } from '@ats/contract/identity/access-requests.ts'
import { Text } from '@mantine/core'
import { everywhere, useCity } from '#kernel/location.ts'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Loading } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import { useUserChoices } from './user-choices.ts'
import { useApproveRequest } from './user-queries.ts'

type Props = { request: AccessRequest; onClose: () => void; onApproved: () => void }

export function ApproveDialog({ request, onClose, onApproved }: Props) {
  const choices = useUserChoices()
  const approved = () => {
    onClose()
    onApproved()
  }
  return (
    <FormDialog onClose={onClose} title={m.access_approve_title({ name: request.name })}>
      {choices.error !== null && <LoadFailed text={m.error_loading()} onRetry={choices.retry} />}
      {choices.error === null && !choices.isReady && <Loading />}
      {choices.isReady && <ApproveForm request={request} choices={choices} onApproved={approved} />}
    </FormDialog>
  )
}

type FormProps = {
  request: AccessRequest
  choices: ReturnType<typeof useUserChoices>
  onApproved: () => void
}

function ApproveForm({ request, choices, onApproved }: FormProps) {
  const { _id: id, name, email } = request
  const city = useCity()
  const approve = useApproveRequest()
  const form = useContractForm({
    schema: accessRequests.approve.body,
    initial: { role: '', location: city === everywhere ? '' : city },
    send: (given) => approve({ id, ...given }),
    done: () => {
      toast.success(m.access_approved({ name }))
      onApproved()
    },
    failure: m.access_approve_failed(),
  })
  return (
    <FormBody
      form={form}
      actions={
        <>
          <SubmitButton
            text={m.access_approve()}
            sending={{ now: form.sending, text: m.access_approving() }}
          />
          <CancelButton />
        </>
      }
    >
      <Text size="sm">{m.access_approve_lead({ email })}</Text>
      <SelectField
        form={form}
        name="role"
        label={m.users_role()}
        data={choices.roles}
        required
        data-autofocus
      />
      <SelectField form={form} name="location" label={m.users_location()} data={choices.cities} required />
    </FormBody>
  )
}
