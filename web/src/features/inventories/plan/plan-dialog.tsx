import { type Inventory, type Repeat, repeats } from '@ats/contract/inventories/inventories.ts'
import { day } from '@ats/contract/paging.ts'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useChangePlan, usePlan } from '#features/inventories/inventory-queries.ts'
import { repeatTexts } from '#features/inventories/inventory-texts.tsx'
import { PlaceName, PlaceSelect } from '#features/places/places.ts'
import { useScope } from '#kernel/address/location.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { CheckboxField } from '#ui/form/choice-fields.tsx'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { inputProps, starred, TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDayField } from '#ui/form/form-day-field.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { PeopleField } from './people-field.tsx'
import { peopleToCount } from './people-to-count.ts'
import { PersonSelect } from './person-select.tsx'

type Values = {
  placeId: string
  people: string[]
  dueOn: string
  blind: boolean
  fixedReaders: boolean
  repeat: string
  approverId: string
  mustCount: string
}
type Form = { form: ContractForm<Values> }

const schema = () =>
  z.object({
    placeId: z.string().min(1, m.inventory_place_required()),
    people: z.array(z.string()),
    dueOn: z.union([z.literal(''), day]).transform((text) => text || null),
    blind: z.boolean(),
    fixedReaders: z.boolean(),
    repeat: z.string().transform((text): Repeat | null => repeats.find((known) => known === text) ?? null),
    approverId: z.string().transform((id) => id || null),
    mustCount: z
      .string()
      .regex(/^([1-9]\d?|100)?$/, m.inventory_must_count_wrong())
      .transform((text) => (text === '' ? null : Number(text))),
  })

type Props = {
  /** The plan to edit; without it a new one is created. */
  inventory?: Inventory
  onClose: () => void
  onSaved: (inventory: Inventory) => void
}

/** What is counted, by whom, and by when. Once counting has started, the place and 'blind' cannot change. */
export function PlanDialog({ inventory, onClose, onSaved }: Props) {
  const plan = usePlan()
  const change = useChangePlan(inventory?._id ?? '')
  const first = useFirstShown(inventory)
  const isFixed = inventory !== undefined && inventory.status !== 'planned'
  const form = useContractForm({
    schema: schema(),
    initial: initialOf(first),
    send: (values) =>
      first === undefined
        ? plan(values)
        : sendOrDecide(
            { ...differing(schema().parse(initialOf(first)), values), version: first.version },
            planFields(first),
            (body) => change(body),
          ),
    done: ({ inventory: saved }) => {
      const id = saved.inventoryId
      toast.success(inventory === undefined ? m.inventory_planned({ id }) : m.inventory_plan_saved({ id }))
      onClose()
      onSaved(saved)
    },
    leave: onClose,
    failure: m.inventory_plan_failed(),
  })
  const title =
    inventory === undefined ? m.inventory_new() : m.inventory_edit_title({ id: inventory.inventoryId })
  return (
    <FormDialog onClose={onClose} title={title} size="lg" sheet>
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton
              text={inventory === undefined ? m.inventory_plan() : m.common_save()}
              sending={{ now: form.sending, text: m.common_saving() }}
            />
          </>
        }
      >
        {!isFixed && <PlaceField form={form} />}
        <CountersField form={form} inventory={inventory} />
        <FormDayField form={form} name="dueOn" label={m.inventory_due()} min="2000-01-01" />
        {!isFixed && <CheckboxField form={form} name="blind" {...blindTexts()} />}
        <CheckboxField form={form} name="fixedReaders" {...fixedReadersTexts()} />
        <RepeatField form={form} />
        <ApprovalFields form={form} inventory={inventory} />
      </FormBody>
    </FormDialog>
  )
}

const initialOf = (inventory: Inventory | undefined): Values => ({
  placeId: inventory?.placeId ?? '',
  people: inventory?.people.map(({ _id }) => _id) ?? [],
  dueOn: inventory?.dueOn ?? '',
  blind: inventory?.blind ?? false,
  fixedReaders: inventory?.fixedReaders ?? false,
  repeat: inventory?.repeat ?? '',
  approverId: inventory?.approver?._id ?? '',
  mustCount: String(inventory?.mustCount ?? ''),
})

const planFields = (inventory: Inventory): ConflictFields => ({
  placeId: { label: m.inventory_place(), show: (id: string) => <PlaceName value={id} /> },
  people: {
    label: m.inventory_people(),
    show: (ids: string[]) => <PeopleNames ids={ids} inventory={inventory} />,
  },
  dueOn: { label: m.inventory_due(), show: formatDate },
  blind: { label: m.inventory_blind() },
  fixedReaders: { label: m.inventory_fixed_readers() },
  repeat: { label: m.inventory_repeat(), show: (repeat: Repeat) => repeatTexts[repeat]() },
  approverId: {
    label: m.inventory_approver(),
    show: (id: string) => <PeopleNames ids={[id]} inventory={inventory} />,
  },
  mustCount: { label: m.inventory_must_count(), show: String },
})

/** The chosen people: those of the plan, and others who may count there. */
function PeopleNames({ ids, inventory }: { ids: string[]; inventory: Inventory }) {
  const { data = [] } = useQuery(peopleToCount(inventory.placeId, ''))
  const names = new Map([...data, ...inventory.people].map(({ _id, name }) => [_id, name]))
  return ids.map((id) => names.get(id) ?? '…').join(', ')
}

const blindTexts = () => ({ label: m.inventory_blind(), description: m.inventory_blind_hint() })
const fixedReadersTexts = () => ({
  label: m.inventory_fixed_readers(),
  description: m.inventory_fixed_readers_hint(),
})

function PlaceField({ form }: Form) {
  const value = form.fields.useWatchValue('placeId')
  return (
    <PlaceSelect
      label={m.inventory_place()}
      description={m.inventory_place_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...starred(true)}
      data-autofocus
      value={value}
      scope={useScope()}
      error={form.fields.errors.placeId}
      onChange={(id) => form.fields.setFieldValue('placeId', id)}
    />
  )
}

function CountersField({ form, inventory }: Form & { inventory: Inventory | undefined }) {
  return (
    <PeopleField
      form={form}
      name="people"
      given={inventory?.people ?? []}
      placeId={form.fields.useWatchValue('placeId')}
      blind={form.fields.useWatchValue('blind')}
    />
  )
}

function ApprovalFields({ form, inventory }: Form & { inventory: Inventory | undefined }) {
  return (
    <>
      <PersonSelect
        label={m.inventory_approver()}
        description={m.inventory_approver_hint()}
        placeId={form.fields.useWatchValue('placeId')}
        given={inventory?.approver ?? null}
        error={form.fields.errors.approverId}
        onChange={(id) => form.fields.setFieldValue('approverId', id)}
      />
      <TextField
        form={form}
        name="mustCount"
        label={m.inventory_must_count()}
        description={m.inventory_must_count_hint()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="numeric"
        maxLength={3}
      />
    </>
  )
}

function RepeatField({ form }: Form) {
  const { key, ...input } = inputProps(form, 'repeat')
  return (
    <NativeSelect
      key={key}
      label={m.inventory_repeat()}
      description={m.inventory_repeat_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        { value: '', label: m.inventory_repeat_none() },
        ...repeats.map((repeat) => ({ value: repeat, label: repeatTexts[repeat]() })),
      ]}
      {...input}
    />
  )
}
