import type { BulkAnswer } from '@ats/contract/bulk-jobs.ts'
import type { Inventory } from '@ats/contract/inventories/inventories.ts'
import type {
  InventoryItem,
  Resolution,
  ResolutionAction,
  Resolving,
} from '@ats/contract/inventories/review.ts'
import { Text } from '@mantine/core'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { ActionField, ActionFields, initialOf, resolveSchema } from './resolve-fields.tsx'
import { useResolve } from './review-queries.ts'

/** What a decision applies to: some items, or everything that a filter matches. */
export type Target = {
  body: Pick<Resolving, 'items' | 'filter' | 'except'>
  count: number
  actions: readonly ResolutionAction[]
  /** Only for a single item. */
  name?: string
  item?: InventoryItem
  clear?: () => void
}

type Props = {
  inventory: Pick<Inventory, '_id' | 'placeId'>
  target: Target
  onResolved: (reply: BulkAnswer, resolution: Resolution) => void
  onClose: () => void
}

/** Proposes an action for one or many items; another person has to approve it. */
export function ResolveDialog({ inventory, target, onResolved, onClose }: Props) {
  const resolve = useResolve(inventory._id)
  const [first = 'ignore'] = target.actions
  const form = useContractForm({
    schema: resolveSchema,
    initial: initialOf(first),
    send: async (chosen) => ({
      reply: await resolve({ ...target.body, resolution: chosen }),
      chosen,
    }),
    done: ({ reply, chosen }) => {
      onClose()
      onResolved(reply, chosen)
    },
    failure: m.inventory_propose_failed(),
  })
  return (
    <FormDialog
      onClose={onClose}
      size="lg"
      title={counted(target.count, m.inventory_propose_title_one, m.inventory_propose_title)}
    >
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.inventory_propose()} sending={m.inventory_proposing()} />}
      >
        {target.name !== undefined && <Text size="sm">{target.name}</Text>}
        <ActionField form={form} actions={target.actions} />
        <ActionFields form={form} placeId={inventory.placeId} />
        <Text size="sm" c="dimmed">
          {m.inventory_propose_text()}
        </Text>
      </FormBody>
    </FormDialog>
  )
}
