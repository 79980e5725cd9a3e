import { mostAntennas, type Reader, type ReadPoint, readPointKinds } from '@ats/contract/readers.ts'
import { z } from 'zod'
import { PlaceSelect } from '#features/places/places.ts'
import { sentPoint, useSetReadPoints } from '#features/readers/reader-queries.ts'
import { antennaText, pointTexts } from '#features/readers/reader-texts.tsx'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { sendOrDecide } from '#ui/form/conflict.tsx'
import { errorProps, starred, TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { readerFields } from './reader-fields.tsx'

type Values = { antenna: string; placeId: string; kind: string; minRssi: string }

const isWhole = (text: string, least: number, most: number) =>
  /^-?\d+$/.test(text) && Number(text) >= least && Number(text) <= most

const schema = (taken: ReadonlySet<number>) =>
  z.object({
    antenna: z
      .string()
      .trim()
      .refine(
        (text) => isWhole(text, 0, mostAntennas),
        m.readers_antenna_wrong({ most: String(mostAntennas) }),
      )
      .transform(Number)
      .refine((antenna) => !taken.has(antenna), m.readers_antenna_taken()),
    placeId: z.string().min(1, m.readers_point_required()),
    kind: z.enum(readPointKinds, m.readers_kind_required()),
    minRssi: z
      .string()
      .trim()
      .refine((text) => text === '' || isWhole(text, -120, 0), m.readers_rssi_wrong())
      .transform((text) => (text === '' ? null : Number(text))),
  })

const initialOf = (point: ReadPoint | undefined): Values => ({
  antenna: point === undefined ? '' : String(point.antenna),
  placeId: point?.placeId ?? '',
  kind: point?.kind ?? 'room',
  minRssi: point?.minRssi == null ? '' : String(point.minRssi),
})

type Props = {
  reader: Reader
  /** The read point to edit; without it one is added. */
  point?: ReadPoint
  onClose: () => void
}

export function ReadPointDialog({ reader, point, onClose }: Props) {
  const form = usePointForm({ reader, onClose, ...(point && { point }) })
  return (
    <FormDialog
      onClose={onClose}
      title={
        point === undefined
          ? m.readers_point_add()
          : m.readers_change_named({ name: antennaText(point.antenna) })
      }
      sheet
    >
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton text={m.common_save()} sending={{ now: form.sending, text: m.common_saving() }} />
          </>
        }
      >
        <TextField
          form={form}
          name="antenna"
          inputMode="numeric"
          label={m.readers_antenna()}
          description={m.readers_antenna_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          required
          data-autofocus
        />
        <PlaceField form={form} within={reader.placeId} />
        <SelectField
          form={form}
          name="kind"
          label={m.readers_point_kind()}
          description={m.readers_point_kind_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={readPointKinds.map((value) => ({ value, label: pointTexts[value]() }))}
          required
        />
        <TextField
          form={form}
          name="minRssi"
          label={m.readers_point_rssi()}
          description={m.readers_point_rssi_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </FormBody>
    </FormDialog>
  )
}

function usePointForm({ reader: current, point, onClose }: Props) {
  const reader = useFirstShown(current)
  const save = useSetReadPoints(reader._id)
  const others = reader.readPoints.filter(({ _id }) => _id !== point?._id)
  return useContractForm({
    schema: schema(new Set(others.map(({ antenna }) => antenna))),
    initial: initialOf(point),
    send: async (values) => {
      // Another kind has its own times.
      const kept = point?.kind === values.kind ? sentPoint(point) : {}
      const edited = { point: { ...kept, ...values }, version: reader.version }
      await sendOrDecide(edited, readerFields(), ({ point: mine, version }, conflict) => {
        const changed = conflict?.changes.find(({ field }) => field === 'readPoints')?.value
        const present = (changed as ReadPoint[] | undefined) ?? reader.readPoints
        const others = present.filter(({ antenna }) => antenna !== point?.antenna)
        return save({ readPoints: [...others.map(sentPoint), mine], version })
      })
      return values.antenna
    },
    done: (antenna) => {
      toast.success(m.readers_point_saved({ name: antennaText(antenna) }))
      onClose()
    },
    leave: onClose,
    failure: m.readers_save_failed(),
  })
}

/** The server accepts only the reader's own place and the places in it. */
function PlaceField({ form, within }: { form: ContractForm<Values>; within: string }) {
  const value = form.fields.useWatchValue('placeId')
  return (
    <PlaceSelect
      label={m.readers_point_place()}
      {...starred(true)}
      value={value}
      scope={{ within }}
      error={form.fields.errors.placeId}
      {...errorProps(form, 'placeId')}
      onChange={(id) => form.fields.setFieldValue('placeId', id)}
    />
  )
}
