import { type Floor, floorChange, newFloor } from '@ats/contract/floors.ts'
import type { Place } from '@ats/contract/places.ts'
import { places } from '@ats/contract/places.ts'
import { z } from 'zod'
import { placeById } from '#features/places/places.ts'
import { useScope } from '#kernel/address/location.ts'
import { query } from '#kernel/http/query.ts'
import { m } from '#texts'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { errorProps, starred, TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { recordSelect } from '#ui/form/record-select.tsx'
import { listInForm, records } from '#ui/form/records.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useAddFloor, useChangeFloor } from './floor-queries.ts'

const PropertySelect = recordSelect(
  records({
    find: (search: string, scope: { location?: string }) =>
      query(
        places.search,
        { query: { search, kind: 'property', ...scope } },
        { select: (reply) => reply.places, keepsPrevious: true },
      ),
    byId: placeById,
    choiceOf: ({ _id, name, names }: Place) => ({ id: _id, name, path: names.slice(0, -1).join(' > ') }),
  }),
  () => ({ placeholder: m.assets_place_search(), comboboxProps: listInForm }),
)

type Values = { propertyId: string; name: string; position: string }
type Props = {
  /** The floor to change; without it one is added. */
  floor?: Floor
  onClose: () => void
  onSaved?: (floor: Floor) => void
}

const position = z
  .string()
  .trim()
  .refine((text) => /^-?\d{1,3}$/.test(text) && Number(text) >= -100, {
    error: () => m.floors_position_wrong(),
  })
  .transform(Number)
const schema = z.object({
  propertyId: z.string().min(1, { error: () => m.floors_property_required() }),
  name: newFloor.shape.name,
  position,
})

/** Adds a floor to a property, or changes its name and its order. */
export function FloorDialog({ floor, onClose, onSaved }: Props) {
  const isNew = floor === undefined
  const form = useFloorForm({ onClose, ...(floor && { floor }), ...(onSaved && { onSaved }) })
  return (
    <FormDialog
      onClose={onClose}
      title={isNew ? m.floors_add() : m.floors_change_named({ name: floor.name })}
    >
      <FormBody
        form={form}
        actions={
          <DialogActions
            form={form}
            text={isNew ? m.floors_add() : m.common_save()}
            sending={m.common_saving()}
          />
        }
      >
        {isNew && <PropertyField form={form} />}
        <TextField
          form={form}
          name="name"
          label={m.floors_name()}
          maxLength={100}
          required
          data-autofocus={!isNew || undefined}
        />
        <TextField
          form={form}
          name="position"
          inputMode="numeric"
          label={m.floors_position()}
          description={m.floors_position_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </FormBody>
    </FormDialog>
  )
}

function useFloorForm({ floor, onClose, onSaved }: Props) {
  const add = useAddFloor()
  const change = useChangeFloor(floor?._id ?? '')
  const first = useFirstShown(floor)
  const initial: Values = {
    propertyId: first?.propertyId ?? '',
    name: first?.name ?? '',
    position: `${first?.position ?? 0}`,
  }
  return useContractForm({
    schema,
    initial,
    send: ({ propertyId, ...values }) => {
      if (first === undefined) return add({ propertyId, ...values })
      const { name, position: order, version } = first
      const edited = { ...differing({ name, position: order }, values), version }
      return sendOrDecide(edited, floorFields(), (sent) => change(floorChange.parse(sent)))
    },
    done: (saved) => {
      onClose()
      toast.success(
        first === undefined ? m.floors_added({ name: saved.name }) : m.floors_changed({ name: saved.name }),
      )
      onSaved?.(saved)
    },
    leave: onClose,
    failure: m.floors_save_failed(),
  })
}

const floorFields = () => ({
  name: { label: m.floors_name() },
  position: { label: m.floors_position() },
})

function PropertyField({ form }: { form: ContractForm<Values> }) {
  return (
    <PropertySelect
      label={m.floors_property()}
      {...starred(true)}
      data-autofocus
      value={form.fields.useWatchValue('propertyId')}
      scope={useScope()}
      error={form.fields.errors.propertyId}
      {...errorProps(form, 'propertyId')}
      onChange={(id) => form.fields.setFieldValue('propertyId', id)}
    />
  )
}
