import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import type { UnsentDevice } from '@ats/contract/inventories/progress.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { unsentDevices, useEndCounting } from '#features/inventories/inventory-queries.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { counted, formatAgo } from '#kernel/words/format.ts'
import { m } from '#texts'
import { CheckboxGroupField } from '#ui/form/choice-fields.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { toast } from '#ui/toast/toast.ts'

type Props = { inventory: Inventory; onClose: () => void }

/** Lists the devices that have or may have unsent reads. Each must be waited for, or excluded by hand. */
export function EndCountingDialog({ inventory, onClose }: Props) {
  const { data: unsent, error, refetch } = useQuery(unsentDevices(inventory._id))
  return (
    <FormDialog onClose={onClose} title={m.inventory_end_title({ id: inventory.inventoryId })} size="lg">
      {error !== null && (
        <LoadFailed text={messageOf(error, m.inventory_one_failed())} onRetry={() => void refetch()} />
      )}
      {unsent === undefined && error === null && <Loading />}
      {unsent !== undefined && <EndForm inventory={inventory} unsent={unsent} onClose={onClose} />}
    </FormDialog>
  )
}

const schema = z.object({ leaveOut: z.array(z.string()) })

function EndForm({ inventory, unsent, onClose }: Props & { unsent: UnsentDevice[] }) {
  const end = useEndCounting(inventory._id)
  const form = useContractForm({
    schema,
    initial: { leaveOut: [] as string[] },
    send: ({ leaveOut }) => end(leaveOut),
    done: () => {
      toast.success(m.inventory_was_ended({ id: inventory.inventoryId }))
      onClose()
    },
    failure: m.inventory_end_failed(),
  })
  return (
    <FormBody
      form={form}
      actions={
        <DialogActions form={form} text={m.inventory_end()} sending={m.inventory_ending()} isCareful />
      }
    >
      <Text size="sm">{m.inventory_end_text()}</Text>
      {unsent.length > 0 && (
        <CheckboxGroupField
          form={form}
          name="leaveOut"
          label={m.inventory_leave_out()}
          description={m.inventory_leave_out_hint()}
          choices={unsent.map((device) => ({
            value: device.deviceId,
            label: `${device.device} · ${device.user}`,
            description: [
              device.reason === 'silent'
                ? m.inventory_silent()
                : counted(device.unsent, m.inventory_unsent_one, m.inventory_unsent),
              m.inventory_seen_ago({ ago: formatAgo(device.lastSeenAt) }),
            ].join(' · '),
          }))}
        />
      )}
    </FormBody>
  )
}
