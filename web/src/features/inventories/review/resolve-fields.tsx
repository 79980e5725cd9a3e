import {
  discrepancyOutcome,
  type Resolution,
  type ResolutionAction,
  resolution,
} from '@ats/contract/inventories/review.ts'
import { Radio, Stack } from '@mantine/core'
import type { z } from 'zod'
import { StateSelectField } from '#features/assets/assets.ts'
import { AssetSelect } from '#features/inventories/count/asset-select.tsx'
import { PersonSelect } from '#features/inventories/plan/person-select.tsx'
import { actionTexts } from '#kernel/words/inventory-words.ts'
import { m } from '#texts'
import { inputProps, starred, TextField } from '#ui/form/fields.tsx'
import { FormDayField } from '#ui/form/form-day-field.tsx'
import type { FormSchema } from '#ui/form/read-form.ts'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'

export type Values = {
  action: ResolutionAction
  newState: string
  reason: string
  evidence: string
  where: string
  until: string
  assetName: string
  assetId: string
  ownerId: string
}
type Form = { form: ContractForm<Values> }

export const initialOf = (action: ResolutionAction): Values => ({
  ...{ action, newState: '', reason: '', evidence: '', where: '', until: '' },
  ...{ assetName: '', assetId: '', ownerId: '' },
})

const meanings: Record<ResolutionAction, () => string> = {
  'move-here': m.inventory_action_move_hint,
  'request-state': m.inventory_action_state_hint,
  register: m.inventory_action_register_hint,
  attach: m.inventory_action_attach_hint,
  'found-elsewhere': m.inventory_action_elsewhere_hint,
  replaced: m.inventory_action_replaced_hint,
  'register-error': m.inventory_action_error_hint,
  investigate: m.inventory_action_investigate_hint,
  ignore: m.inventory_action_ignore_hint,
}

/** The field that a person has not filled in, if the message of the contract's schema would not name it. */
function missing({ action, assetId, ownerId, until }: Values) {
  if ((action === 'attach' || action === 'replaced') && assetId === '')
    return { message: m.inventory_asset_required(), path: ['assetId'] }
  if (action !== 'investigate') return undefined
  if (ownerId === '') return { message: m.inventory_owner_required(), path: ['ownerId'] }
  return until === '' ? { message: m.inventory_until_required(), path: ['until'] } : undefined
}

/** The contract's schema knows which fields an action requires; only a few of its messages are replaced. */
const schemaWith = <R extends Resolution>(schema: z.ZodType<R>): FormSchema<Values, R> => ({
  '~standard': {
    validate: (values) => {
      const issue = missing(values as Values)
      return issue === undefined ? schema['~standard'].validate(values) : { issues: [issue] }
    },
  },
})
export const resolveSchema = schemaWith(resolution)
export const outcomeSchema = schemaWith(discrepancyOutcome)

export function ActionField({ form, actions }: Form & { actions: readonly ResolutionAction[] }) {
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

type FieldsProps = Form & {
  /** The place of the inventory: its people can investigate. */
  placeId: string
}

export function ActionFields({ form, placeId }: FieldsProps) {
  const action = form.fields.useWatchValue('action')
  if (action === 'request-state')
    return (
      <>
        <StateSelectField form={form} name="newState" label={m.requests_new_state()} required />
        <ReasonField form={form} />
      </>
    )
  if (action === 'ignore' || action === 'register-error') return <ReasonField form={form} />
  if (action === 'register')
    return <TextField form={form} name="assetName" label={m.assets_name()} maxLength={200} required />
  if (action === 'attach') return <AssetField form={form} />
  if (action === 'replaced')
    return (
      <>
        <AssetField form={form} />
        <EvidenceField form={form} />
      </>
    )
  if (action === 'found-elsewhere')
    return (
      <>
        <TextField form={form} name="where" label={m.inventory_where()} maxLength={200} required />
        <EvidenceField form={form} />
      </>
    )
  return action === 'investigate' ? <InvestigateFields form={form} placeId={placeId} /> : null
}

function InvestigateFields({ form, placeId }: FieldsProps) {
  return (
    <>
      <PersonSelect
        label={m.inventory_owner()}
        {...starred(true)}
        placeId={placeId}
        error={form.fields.errors.ownerId}
        onChange={(id) => form.fields.setFieldValue('ownerId', id)}
      />
      <FormDayField form={form} name="until" label={m.inventory_until()} min="2000-01-01" required />
      <ReasonField form={form} />
    </>
  )
}

const ReasonField = ({ form }: Form) => (
  <TextAreaField
    form={form}
    name="reason"
    label={m.inventory_reason()}
    maxLength={500}
    minRows={2}
    required
  />
)

const EvidenceField = ({ form }: Form) => (
  <TextAreaField
    form={form}
    name="evidence"
    label={m.inventory_evidence()}
    description={m.inventory_evidence_hint()}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    maxLength={500}
    minRows={2}
    required
  />
)

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
