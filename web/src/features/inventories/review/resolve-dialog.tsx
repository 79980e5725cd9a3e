import type { BulkAnswer } from '@ats/contract/bulk-jobs.ts'
import {
  type InventoryItem,
  type Resolution,
  type ResolutionAction,
  type Resolving,
  resolution,
} from '@ats/contract/inventories/review.ts'
import { Radio, Stack, Text } from '@mantine/core'
import { StateSelectField } from '#features/assets/assets.ts'
import { AssetSelect } from '#features/inventories/count/asset-select.tsx'
import { actionTexts } from '#features/inventories/inventory-texts.tsx'
import { counted } from '#kernel/words/format.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { inputProps, TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import type { FormSchema } from '#ui/form/read-form.ts'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
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

type Values = {
  action: ResolutionAction
  newState: string
  reason: string
  assetName: string
  assetId: string
}
type Form = { form: ContractForm<Values> }

type Props = {
  inventoryId: string
  target: Target
  onResolved: (reply: BulkAnswer, resolution: Resolution) => void
  onClose: () => void
}

const meanings: Record<ResolutionAction, () => string> = {
  'move-here': m.inventory_action_move_hint,
  'request-state': m.inventory_action_state_hint,
  register: m.inventory_action_register_hint,
  attach: m.inventory_action_attach_hint,
  ignore: m.inventory_action_ignore_hint,
}

/**
 * The contract's schema knows which fields an action requires; only its message for a missing asset is
 * replaced.
 */
const schema: FormSchema<Values, Resolution> = {
  '~standard': {
    validate: (values) => {
      const { action, assetId } = values as Values
      return action === 'attach' && assetId === ''
        ? { issues: [{ message: m.inventory_asset_required(), path: ['assetId'] }] }
        : resolution['~standard'].validate(values)
    },
  },
}

/** Proposes an action for one or many items; another person has to approve it. */
export function ResolveDialog({ inventoryId, target, onResolved, onClose }: Props) {
  const resolve = useResolve(inventoryId)
  const [first = 'ignore'] = target.actions
  const form = useContractForm({
    schema,
    initial: { action: first, newState: '', reason: '', assetName: '', assetId: '' } as Values,
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
        <ActionFields form={form} />
        <Text size="sm" c="dimmed">
          {m.inventory_propose_text()}
        </Text>
      </FormBody>
    </FormDialog>
  )
}

function ActionField({ form, actions }: Form & Pick<Target, 'actions'>) {
  const { key, ...input } = inputProps(form, 'action')
  return (
    <Radio.Group key={key} label={m.inventory_what_to_do()} {...input}>
      <Stack gap="xs" mt={6}>
        {actions.map((action) => (
          <Radio key={action} value={action} label={actionTexts[action]()} description={meanings[action]()} />
        ))}
      </Stack>
    </Radio.Group>
  )
}

function ActionFields({ form }: Form) {
  const action = form.fields.useWatchValue('action')
  if (action === 'request-state')
    return (
      <>
        <StateSelectField form={form} name="newState" label={m.requests_new_state()} required />
        <ReasonField form={form} />
      </>
    )
  if (action === 'ignore') return <ReasonField form={form} />
  if (action === 'register')
    return <TextField form={form} name="assetName" label={m.assets_name()} maxLength={200} required />
  if (action === 'attach') return <AssetField form={form} />
  return null
}

function ReasonField({ form }: Form) {
  return (
    <TextAreaField
      form={form}
      name="reason"
      label={m.inventory_reason()}
      maxLength={500}
      minRows={2}
      required
    />
  )
}

function AssetField({ form }: Form) {
  const value = form.fields.useWatchValue('assetId')
  return (
    <AssetSelect
      value={value}
      error={form.fields.errors.assetId}
      onChange={(id) => form.fields.setFieldValue('assetId', id)}
    />
  )
}
