import { type Inventory, inventories } from '@ats/contract/inventories/inventories.ts'
import { Text } from '@mantine/core'
import { z } from 'zod'
import { useAllowException } from '#features/inventories/inventory-queries.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { starred } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { PersonSelect } from './person-select.tsx'

const schema = () =>
  inventories.allowException.body.extend({ userId: z.string().min(1, m.inventory_owner_required()) })

type Props = { inventory: Inventory; onClose: () => void }

/** Lets a person who took part approve: for organisations that cannot spare the people. */
export function ExceptionDialog({ inventory, onClose }: Props) {
  const allow = useAllowException(inventory._id)
  const form = useContractForm({
    schema: schema(),
    initial: { userId: '', reason: '' },
    send: (body) => allow(body),
    done: () => {
      toast.success(m.inventory_exception_allowed())
      onClose()
    },
    failure: m.inventory_exception_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.inventory_exception_title()}>
      <FormBody
        form={form}
        actions={
          <DialogActions
            form={form}
            text={m.inventory_exception_allow()}
            sending={m.common_saving()}
            isCareful
          />
        }
      >
        <Text size="sm">{m.inventory_exception_hint()}</Text>
        <PersonSelect
          label={m.inventory_exception_person()}
          {...starred(true)}
          placeId={inventory.placeId}
          error={form.fields.errors.userId}
          onChange={(id) => form.fields.setFieldValue('userId', id)}
        />
        <TextAreaField form={form} name="reason" label={m.inventory_reason()} maxLength={500} required />
      </FormBody>
    </FormDialog>
  )
}
