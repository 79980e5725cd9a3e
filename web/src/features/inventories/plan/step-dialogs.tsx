import type { BulkJob } from '@ats/contract/bulk-jobs.ts'
import { type Inventory, inventories } from '@ats/contract/inventories/inventories.ts'
import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import classes from '#features/inventories/inventories.module.css'
import {
  assetsInPlace,
  useApprove,
  useCancelInventory,
  useStart,
} from '#features/inventories/inventory-queries.ts'
import { pathText } from '#features/inventories/inventory-texts.tsx'
import { inventoryProposals } from '#features/inventories/review/review-queries.ts'
import { messageOf } from '#kernel/http/api-error.ts'
import { counted, formatNumber } from '#kernel/words/format.ts'
import { actionTexts } from '#kernel/words/inventory-words.ts'
import { m } from '#texts'
import { CheckboxField } from '#ui/form/choice-fields.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { LoadFailed } from '#ui/page/load-failed.tsx'
import { Loading } from '#ui/page/loading.tsx'
import { toast } from '#ui/toast/toast.ts'

type Props = { inventory: Inventory; onClose: () => void }
type JobProps = Props & { onJob: (job: BulkJob) => void }

const nothing = z.object({})
const approval = (isOpen: boolean) =>
  z.object({
    openReason: z
      .string()
      .trim()
      .min(isOpen ? 1 : 0, m.inventory_reason_required()),
  })

/** Shows how many assets are expected; the exact number is frozen at the start. */
export function StartDialog({ inventory, onClose, onJob }: JobProps) {
  const start = useStart(inventory._id)
  const expected = useQuery(assetsInPlace(inventory.placeId))
  const form = useContractForm({
    schema: nothing,
    initial: {},
    send: () => start(undefined),
    done: ({ inventory: { job, inventoryId } }) => {
      onClose()
      if (job !== null) return onJob(job)
      toast.success(m.inventory_was_started({ id: inventoryId }))
    },
    failure: m.inventory_start_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.inventory_start_title({ id: inventory.inventoryId })}>
      <FormBody
        form={form}
        actions={
          <DialogActions
            form={form}
            text={m.inventory_start()}
            sending={m.inventory_status_starting()}
            isCareful
          />
        }
      >
        <Text role="status">
          {expected.data === undefined
            ? m.common_loading()
            : expectedText(expected.data, pathText(inventory.placeNames))}
        </Text>
        <Text size="sm" c="dimmed">
          {m.inventory_start_text()}
        </Text>
      </FormBody>
    </FormDialog>
  )
}

function expectedText({ total, totalIsExact }: { total: number; totalIsExact: boolean }, place: string) {
  if (!totalIsExact) return m.inventory_expected_more({ count: formatNumber(total), place })
  return counted(
    total,
    (number) => m.inventory_expected_one({ ...number, place }),
    (number) => m.inventory_expected({ ...number, place }),
  )
}

/** The results of the count stay readable; nothing is applied. */
export function CancelDialog({ inventory, onClose }: Props) {
  const cancel = useCancelInventory(inventory._id)
  const form = useContractForm({
    schema: inventories.cancel.body,
    initial: { reason: '', endSeries: false },
    send: (body) => cancel(body),
    done: () => {
      toast.success(m.inventory_was_cancelled({ id: inventory.inventoryId }))
      onClose()
    },
    failure: m.inventory_cancel_failed(),
    saysFirst: 'failure',
  })
  return (
    <FormDialog onClose={onClose} title={m.inventory_cancel_title({ id: inventory.inventoryId })}>
      <FormBody
        form={form}
        actions={
          <DialogActions
            form={form}
            text={m.inventory_cancel()}
            sending={m.inventory_cancelling()}
            color="red"
          />
        }
      >
        <Text size="sm">{m.inventory_cancel_text()}</Text>
        <TextAreaField
          form={form}
          name="reason"
          label={m.inventory_reason()}
          maxLength={500}
          required
          data-autofocus
        />
        {inventory.repeat !== null && (
          <CheckboxField
            form={form}
            name="endSeries"
            label={m.inventory_end_series()}
            description={m.inventory_end_series_hint()}
          />
        )}
      </FormBody>
    </FormDialog>
  )
}

/** Shows what approval will apply, by action; it cannot be undone. */
export function ApproveDialog({ inventory, onClose, onJob }: JobProps) {
  const approve = useApprove(inventory._id)
  const isOpen = (inventory.unresolved ?? 0) > 0
  const form = useContractForm({
    schema: approval(isOpen),
    initial: { openReason: '' },
    send: ({ openReason }) => approve(openReason === '' ? {} : { openReason }),
    done: ({ inventory: { job, inventoryId } }) => {
      onClose()
      if (job !== null) return onJob(job)
      toast.success(m.inventory_was_approved({ id: inventoryId }))
    },
    failure: m.inventory_approve_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.inventory_approve_title({ id: inventory.inventoryId })}>
      <FormBody
        form={form}
        actions={
          <DialogActions
            form={form}
            text={m.inventory_approve()}
            sending={m.inventory_status_approving()}
            isCareful
          />
        }
      >
        <Applied inventory={inventory} />
        {isOpen && (
          <TextAreaField
            form={form}
            name="openReason"
            label={m.inventory_open_reason()}
            maxLength={500}
            minRows={2}
            required
          />
        )}
      </FormBody>
    </FormDialog>
  )
}

function Applied({ inventory: { _id, unresolved } }: Pick<Props, 'inventory'>) {
  const { data: proposals, error, refetch } = useQuery(inventoryProposals(_id))
  if (error !== null)
    return <LoadFailed text={messageOf(error, m.inventory_items_failed())} onRetry={() => void refetch()} />
  if (proposals === undefined) return <Loading />
  return (
    <>
      <Text size="sm">{proposals.length === 0 ? m.inventory_applies_nothing() : m.inventory_applies()}</Text>
      {proposals.length > 0 && (
        <ul className={classes.applied}>
          {proposals.map(({ action, count }) => (
            <li key={action}>
              {actionTexts[action]()}: <strong>{formatNumber(count)}</strong>
            </li>
          ))}
        </ul>
      )}
      {unresolved !== null && unresolved > 0 && (
        <Alert color="orange" variant="light">
          {counted(unresolved, m.inventory_unresolved_one, m.inventory_unresolved)}
        </Alert>
      )}
      <Text size="sm" c="dimmed">
        {m.inventory_approve_text()}
      </Text>
    </>
  )
}
