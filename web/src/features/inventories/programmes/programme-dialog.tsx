import type { NewProgramme } from '@ats/contract/inventories/programmes.ts'
import { day } from '@ats/contract/paging.ts'
import { NativeSelect } from '@mantine/core'
import { z } from 'zod'
import { PeopleField } from '#features/inventories/plan/people-field.tsx'
import { PersonSelect } from '#features/inventories/plan/person-select.tsx'
import { PlaceSelect, placeKindNames } from '#features/places/places.ts'
import { useScope } from '#kernel/address/location.ts'
import { m } from '#texts'
import { CheckboxField } from '#ui/form/choice-fields.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { inputProps, starred, TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDayField } from '#ui/form/form-day-field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useCreateProgramme } from './programme-queries.ts'

const levels = ['mm', 'property', 'aou', 'room'] as const
const initial = {
  ...{ name: '', placeId: '', startsOn: '', endsOn: '', level: 'property', often: '' },
  ...{ people: [] as string[], blind: false, approverId: '', mustCount: '' },
}
type Form = { form: ContractForm<typeof initial> }

const schema = () =>
  z
    .object({
      name: z.string().trim().min(1, m.tagging_name_needed()).max(100),
      placeId: z.string().min(1, m.inventory_place_required()),
      startsOn: day,
      endsOn: day,
      level: z.enum(levels),
      often: z.string(),
      people: z.array(z.string()),
      blind: z.boolean(),
      approverId: z.string().transform((id) => id || null),
      mustCount: z
        .string()
        .regex(/^([1-9]\d?|100)?$/, m.inventory_must_count_wrong())
        .transform((text) => (text === '' ? null : Number(text))),
    })
    .transform(
      ({ often, ...given }): NewProgramme => ({ ...given, oftenPlaces: often === '' ? [] : [often] }),
    )

type Props = { onClose: () => void; onSaved: (id: string) => void }

/** Proposes a line for each place; lines can be changed later. */
export function ProgrammeDialog({ onClose, onSaved }: Props) {
  const create = useCreateProgramme()
  const form = useContractForm({
    schema: schema(),
    initial,
    send: (body) => create(body),
    done: ({ _id, name }) => {
      toast.success(m.programme_saved({ name }))
      onClose()
      onSaved(_id)
    },
    leave: onClose,
    failure: m.programme_failed(),
  })
  const placeId = form.fields.useWatchValue('placeId')
  return (
    <FormDialog onClose={onClose} title={m.programme_new()} size="lg" sheet>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.programme_create()} sending={m.common_saving()} />}
      >
        <TextField form={form} name="name" label={m.users_name()} maxLength={100} required data-autofocus />
        <PlaceField form={form} name="placeId" label={m.inventory_place()} required />
        <FormDayField form={form} name="startsOn" label={m.programme_from()} min="2000-01-01" required />
        <FormDayField form={form} name="endsOn" label={m.programme_to()} min="2000-01-01" required />
        <LevelField form={form} />
        <PlaceField
          form={form}
          name="often"
          label={m.programme_often()}
          description={m.programme_often_hint()}
        />
        <PeopleField
          form={form}
          name="people"
          given={[]}
          placeId={placeId}
          blind={form.fields.useWatchValue('blind')}
        />
        <CheckboxField
          form={form}
          name="blind"
          label={m.inventory_blind()}
          description={m.inventory_blind_hint()}
        />
        <ApprovalFields form={form} placeId={placeId} />
      </FormBody>
    </FormDialog>
  )
}

function ApprovalFields({ form, placeId }: Form & { placeId: string }) {
  return (
    <>
      <PersonSelect
        label={m.inventory_approver()}
        description={m.inventory_approver_hint()}
        placeId={placeId}
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

type PlaceProps = Form & {
  name: 'placeId' | 'often'
  label: string
  description?: string
  required?: boolean
}

function PlaceField({ form, name, label, description, required = false }: PlaceProps) {
  return (
    <PlaceSelect
      label={label}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...starred(required)}
      value={form.fields.useWatchValue(name)}
      scope={useScope()}
      error={form.fields.errors[name]}
      onChange={(id) => form.fields.setFieldValue(name, id)}
    />
  )
}

function LevelField({ form }: Form) {
  const { key, ...input } = inputProps(form, 'level')
  return (
    <NativeSelect
      key={key}
      label={m.programme_level()}
      data={levels.map((value) => ({ value, label: placeKindNames[value]() }))}
      {...input}
    />
  )
}
