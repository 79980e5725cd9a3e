import { type NewPrinter, newPrinter, type Printer } from '@ats/contract/printers.ts'
import { z } from 'zod'
import { PlaceSelect } from '#features/places/places.ts'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { errorProps, TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { useAddPrinter, useChangePrinter } from './printing-queries.ts'

type Values = { name: string; host: string; port: string; dpi: Dpi; placeId: string }

const dpis = { '203': 203, '300': 300, '600': 600 } as const
type Dpi = keyof typeof dpis
const dpiTexts = Object.keys(dpis) as [Dpi, ...Dpi[]]

const text = z.string()
const schema = z
  .object({ name: text, host: text, port: text, dpi: z.enum(dpiTexts), placeId: text })
  .transform(
    ({ port, dpi, placeId, ...rest }): NewPrinter => ({
      ...{ ...rest, port: Number(port), dpi: dpis[dpi] },
      placeId: placeId === '' ? null : placeId,
    }),
  )
  .pipe(newPrinter)

const initialOf = (printer: Printer | undefined): Values => ({
  name: printer?.name ?? '',
  host: printer?.host ?? '',
  port: String(printer?.port ?? 9100),
  dpi: `${printer?.dpi ?? 203}`,
  placeId: printer?.place?.id ?? '',
})

const conflictFields = () => ({
  name: { label: m.printing_name() },
  host: { label: m.printing_host() },
  port: { label: m.printing_port() },
  dpi: { label: m.printing_dpi() },
  placeId: { label: m.printing_place() },
})

type Props = { printer?: Printer; onClose: () => void }

/** Adds a printer, or edits one. */
export function PrinterDialog({ printer, onClose }: Props) {
  const [add, change] = [useAddPrinter(), useChangePrinter(printer?.id ?? '')]
  const first = useFirstShown(printer)
  const form: ContractForm<Values> = useContractForm({
    ...{ schema, initial: initialOf(first), failure: m.printing_save_failed(), leave: onClose },
    send: (body) => {
      if (first === undefined) return add(body)
      const before = schema.parse(initialOf(first))
      const edited = { ...differing(before, body), version: first.version }
      return sendOrDecide(edited, conflictFields(), (sent) => change(sent))
    },
    done: ({ name }) => {
      onClose()
      toast.success(m.printing_saved({ name }))
    },
  })
  const title = printer === undefined ? m.printing_add() : m.printing_edit_named({ name: printer.name })
  const send = printer === undefined ? m.printing_add() : m.common_save()
  return (
    <FormDialog onClose={onClose} title={title}>
      <FormBody form={form} actions={<DialogActions form={form} text={send} sending={m.common_saving()} />}>
        <TextField
          form={form}
          name="name"
          label={m.printing_name()}
          maxLength={100}
          required
          data-autofocus
        />
        <TextField
          form={form}
          name="host"
          label={m.printing_host()}
          description={m.printing_host_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={253}
          required
        />
        <TextField
          form={form}
          name="port"
          label={m.printing_port()}
          inputMode="numeric"
          maxLength={5}
          required
        />
        <SelectField form={form} name="dpi" label={m.printing_dpi()} data={dpiTexts} required />
        <PlaceField form={form} />
      </FormBody>
    </FormDialog>
  )
}

function PlaceField({ form }: { form: ContractForm<Values> }) {
  return (
    <PlaceSelect
      label={m.printing_place()}
      description={m.printing_place_hint()}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={m.printing_everybody()}
      value={form.fields.useWatchValue('placeId')}
      scope={{}}
      error={form.fields.errors.placeId}
      {...errorProps(form, 'placeId')}
      onChange={(id) => form.fields.setFieldValue('placeId', id)}
    />
  )
}
