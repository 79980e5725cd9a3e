import type { PersonToCount } from '@ats/contract/inventories/counting.ts'
import { type SampleKind, sampleKinds, type TaggingDrive } from '@ats/contract/tagging/tagging.ts'
import { NativeSelect } from '@mantine/core'
import { z } from 'zod'
import { peopleToCount } from '#features/inventories/inventories.ts'
import { PlaceSelect } from '#features/places/places.ts'
import { useScope } from '#kernel/address/location.ts'
import { m } from '#texts'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { inputProps, starred, TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { RecordMultiSelect } from '#ui/form/record-multi-select.tsx'
import { listInForm, records } from '#ui/form/records.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useChangeDrive, useStartDrive } from './tagging-queries.ts'
import { sampleTexts } from './tagging-texts.ts'

type Values = { name: string; placeId: string; people: string[]; sample: SampleKind; sampleSize: string }
type Form = { form: ContractForm<Values> }

const schema = () =>
  z.object({
    name: z.string().trim().min(1, m.tagging_name_needed()).max(100),
    placeId: z.string().min(1, m.inventory_place_required()),
    people: z.array(z.string()),
    sample: z.enum(sampleKinds),
    sampleSize: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, m.tagging_sample_size_wrong())
      .transform(Number),
  })

const initialOf = (drive: TaggingDrive | undefined): Values => ({
  ...{ name: drive?.name ?? '', placeId: drive?.placeId ?? '' },
  people: drive?.people.map(({ _id }) => _id) ?? [],
  ...{ sample: drive?.sample ?? 'nth', sampleSize: String(drive?.sampleSize ?? 20) },
})

const conflictFields = (): ConflictFields => ({
  name: { label: m.users_name() },
  people: { label: m.tagging_people() },
  sample: { label: m.tagging_sample(), show: (sample: SampleKind) => sampleTexts[sample]() },
  sampleSize: { label: m.tagging_sample_size() },
})

type Props = {
  /** The drive to edit; without it a new one is started. */
  drive?: TaggingDrive
  onClose: () => void
  onSaved?: (drive: TaggingDrive) => void
}

/** What is tagged, by whom, and what a second person checks. */
export function DriveDialog({ drive, onClose, onSaved }: Props) {
  const start = useStartDrive()
  const change = useChangeDrive(drive?._id ?? '')
  const first = useFirstShown(drive)
  const form = useContractForm({
    schema: schema(),
    initial: initialOf(first),
    send: ({ placeId, ...values }) => {
      if (first === undefined) return start({ placeId, ...values })
      const { placeId: _place, ...before } = schema().parse(initialOf(first))
      const body = { ...differing(before, values), version: first.version }
      return sendOrDecide(body, conflictFields(), (sent) => change(sent))
    },
    done: (saved) => {
      toast.success(m.tagging_drive_saved({ name: saved.name }))
      onClose()
      onSaved?.(saved)
    },
    leave: onClose,
    failure: m.tagging_drive_failed(),
  })
  const title = drive === undefined ? m.tagging_new() : m.tagging_edit({ name: drive.name })
  const text = drive === undefined ? m.tagging_start() : m.common_save()
  return (
    <FormDialog onClose={onClose} title={title} size="lg" sheet>
      <FormBody form={form} actions={<DialogActions form={form} text={text} sending={m.common_saving()} />}>
        <TextField form={form} name="name" label={m.users_name()} maxLength={100} required data-autofocus />
        {drive === undefined && <PlaceField form={form} />}
        <PeopleField form={form} given={drive?.people ?? []} />
        <SampleFields form={form} />
      </FormBody>
    </FormDialog>
  )
}

function PlaceField({ form }: Form) {
  return (
    <PlaceSelect
      label={m.assets_place()}
      description={m.tagging_place_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...starred(true)}
      value={form.fields.useWatchValue('placeId')}
      scope={useScope()}
      error={form.fields.errors.placeId}
      onChange={(id) => form.fields.setFieldValue('placeId', id)}
    />
  )
}

const people = records({
  find: (search, placeId: string) => peopleToCount(placeId, search),
  choiceOf: ({ _id, name, role }: PersonToCount) => ({ id: _id, name, path: role, label: name }),
})

function PeopleField({ form, given }: Form & { given: TaggingDrive['people'] }) {
  const placeId = form.fields.useWatchValue('placeId')
  return (
    <RecordMultiSelect
      form={form}
      name="people"
      of={people}
      scope={placeId}
      label={m.tagging_people()}
      description={placeId === '' ? m.inventory_people_place_first() : m.tagging_people_hint()}
      comboboxProps={listInForm}
      disabled={placeId === ''}
      given={given.map(({ _id, name }) => ({ id: _id, name, path: '' }))}
    />
  )
}

function SampleFields({ form }: Form) {
  const { key, ...input } = inputProps(form, 'sample')
  const sample = form.fields.useWatchValue('sample')
  return (
    <>
      <NativeSelect
        key={key}
        label={m.tagging_sample()}
        description={m.tagging_sample_hint()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={sampleKinds.map((value) => ({ value, label: sampleTexts[value]() }))}
        {...input}
      />
      {sample !== 'none' && (
        <TextField
          form={form}
          name="sampleSize"
          label={m.tagging_sample_size()}
          description={sample === 'nth' ? m.tagging_sample_nth_hint() : m.tagging_sample_room_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          maxLength={3}
          required
        />
      )}
    </>
  )
}
