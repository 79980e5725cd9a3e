import { type Cover, newCover } from '@ats/contract/covers.ts'
import { NativeSelect } from '@mantine/core'
import { z } from 'zod'
import { VendorSelect } from '#features/masters/masters.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { SelectField } from '#ui/form/choice-fields.tsx'
import { differing, sendOrDecide } from '#ui/form/conflict.tsx'
import type { ConflictFields } from '#ui/form/conflict-fields.ts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { errorProps, inputProps, TextField } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDayField } from '#ui/form/form-day-field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { listInForm } from '#ui/form/records.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { costOf, costTyped, currenciesWith, standardCurrency, withCostRule } from './cover-money.ts'
import { useChangeCover, useCreateCover } from './cover-queries.ts'
import { costText, coverKindChoices, coverKindName } from './cover-words.ts'
import classes from './covers.module.css'

type Values = {
  kind: string
  name: string
  vendorId: string
  startsOn: string
  endsOn: string
  cost: string
  currency: string
  reminderDays: string
  note: string
}
type Form = { form: ContractForm<Values> }

const daysTyped = (text: string) =>
  text.split(/[\s,;]+/).flatMap((part) => (part === '' ? [] : [Number(part)]))
const areReminders = (text: string) => {
  const days = daysTyped(text)
  return days.length <= 5 && days.every((one) => Number.isInteger(one) && one >= 0 && one <= 365)
}

const schema = () => {
  const { name, startsOn, endsOn } = newCover.shape
  const fields = z.object({
    ...{ kind: z.string(), name, vendorId: z.string(), startsOn, endsOn },
    cost: z.string().trim(),
    currency: z.string(),
    reminderDays: z.string().refine(areReminders, m.covers_reminders_wrong()),
    note: z.string().trim(),
  })
  return withCostRule(fields)
}

const initialOf = (cover: Cover | undefined): Values => ({
  kind: cover?.kind ?? 'amc',
  name: cover?.name ?? '',
  vendorId: cover?.vendor?.id ?? '',
  startsOn: cover?.startsOn ?? '',
  endsOn: cover?.endsOn ?? '',
  cost: costTyped(cover?.cost ?? null),
  currency: cover?.cost?.currency ?? standardCurrency,
  reminderDays: (cover?.reminderDays ?? [30, 7]).join(', '),
  note: cover?.note ?? '',
})

const bodyOf = ({ kind, vendorId, cost, currency, reminderDays, ...texts }: Values) => ({
  ...texts,
  kind: kind as Cover['kind'],
  vendorId: vendorId === '' ? null : vendorId,
  cost: costOf(cost.trim(), currency),
  reminderDays: daysTyped(reminderDays),
})

const conflictFields = (): ConflictFields => ({
  kind: { label: m.covers_kind(), show: coverKindName },
  name: { label: m.covers_name() },
  vendorId: { label: m.assets_vendor() },
  startsOn: { label: m.covers_starts(), show: formatDate },
  endsOn: { label: m.covers_ends(), show: formatDate },
  cost: { label: m.covers_cost(), show: costText },
  reminderDays: { label: m.covers_reminders(), show: (days: number[]) => days.join(', ') },
  note: { label: m.covers_note() },
})

type Props = {
  /** The cover to edit; without it one is added. */
  cover?: Cover
  onClose: () => void
  onSaved?: (cover: Cover) => void
}

export function CoverDialog({ cover, onClose, onSaved }: Props) {
  const form = useCoverForm({ onClose, ...(cover && { cover }), ...(onSaved && { onSaved }) })
  return (
    <FormDialog
      onClose={onClose}
      title={cover === undefined ? m.covers_new() : m.covers_change_named({ name: cover.name })}
      size="lg"
      sheet
    >
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.common_save()} sending={m.common_saving()} />}
      >
        <SelectField form={form} name="kind" label={m.covers_kind()} data={coverKindChoices()} required />
        <TextField form={form} name="name" label={m.covers_name()} maxLength={200} required data-autofocus />
        <VendorField form={form} />
        <div className={classes.pair}>
          <FormDayField form={form} name="startsOn" label={m.covers_starts()} required />
          <FormDayField form={form} name="endsOn" label={m.covers_ends()} required />
        </div>
        <CostFields form={form} />
        <TextField
          form={form}
          name="reminderDays"
          label={m.covers_reminders()}
          description={m.covers_reminders_hint()}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={100}
        />
        <TextAreaField form={form} name="note" label={m.covers_note()} maxLength={2000} minRows={2} />
      </FormBody>
    </FormDialog>
  )
}

function useCoverForm({ cover, onClose, onSaved }: Props) {
  const create = useCreateCover()
  const change = useChangeCover(cover?._id ?? '')
  const first = useFirstShown(cover)
  return useContractForm({
    schema: schema(),
    initial: initialOf(first),
    send: async (values): Promise<Cover> => {
      const body = bodyOf(values)
      if (first === undefined) return create(body)
      const edited = { ...differing(bodyOf(initialOf(first)), body), version: first.version }
      return sendOrDecide(edited, conflictFields(), (sent) => change(sent))
    },
    done: (saved) => {
      onClose()
      toast.success(m.covers_saved({ name: saved.name }))
      onSaved?.(saved)
    },
    leave: onClose,
    failure: m.covers_save_failed(),
  })
}

function VendorField({ form }: Form) {
  const value = form.fields.useWatchValue('vendorId')
  return (
    <VendorSelect
      comboboxProps={listInForm}
      value={value}
      error={form.fields.errors.vendorId}
      {...errorProps(form, 'vendorId')}
      onChange={(id) => form.fields.setFieldValue('vendorId', id)}
    />
  )
}

function CostFields({ form }: Form) {
  const { key, ...input } = inputProps(form, 'currency')
  return (
    <div className={classes.pair}>
      <TextField form={form} name="cost" label={m.covers_cost()} inputMode="decimal" maxLength={20} />
      <NativeSelect
        key={key}
        label={m.covers_currency()}
        data={currenciesWith(form.fields.getValues().currency)}
        {...input}
      />
    </div>
  )
}
