import { type Cover, coverEnd, coverRenewal } from '@ats/contract/covers.ts'
import { addDays, addMonths } from '@ats/contract/days.ts'
import { NativeSelect, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { z } from 'zod'
import { useCity } from '#kernel/address/location.ts'
import { formatDate } from '#kernel/words/format.ts'
import { m } from '#texts'
import { DialogActions } from '#ui/form/dialog-actions.tsx'
import { inputProps, TextField } from '#ui/form/fields.tsx'
import { FormBody } from '#ui/form/form-body.tsx'
import { FormDayField } from '#ui/form/form-day-field.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { ReasonDialog } from '#ui/form/reason-dialog.tsx'
import { useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { costOf, costTyped, currenciesWith, standardCurrency, withCostRule } from './cover-money.ts'
import { useCancelCover, useEndCover, useRenewCover } from './cover-queries.ts'
import classes from './covers.module.css'

type Props = { cover: Cover; onClose: () => void }

/** The period after this one, of the same length in whole months, if it has one. */
function nextPeriod({ startsOn, endsOn }: Cover) {
  const from = addDays(endsOn, 1)
  const months = [...Array(120).keys()].find((count) => addMonths(startsOn, count) === from)
  const days = (Date.parse(endsOn) - Date.parse(startsOn)) / 86_400_000
  return { startsOn: from, endsOn: months ? addDays(addMonths(from, months), -1) : addDays(from, days) }
}

const renewalSchema = () => {
  const { name, startsOn, endsOn } = coverRenewal.shape
  const fields = z.object({ name, startsOn, endsOn, cost: z.string().trim(), currency: z.string() })
  return withCostRule(fields)
}

export function RenewDialog({ cover, onClose }: Props) {
  const renew = useRenewCover(cover._id)
  const navigate = useNavigate()
  const location = useCity()
  const currency = cover.cost?.currency ?? standardCurrency
  const form = useContractForm({
    schema: renewalSchema(),
    initial: { name: cover.name, ...nextPeriod(cover), cost: costTyped(cover.cost), currency },
    send: ({ cost, currency, ...period }) => renew({ ...period, cost: costOf(cost, currency) }),
    done: ({ cover: renewed }) => {
      onClose()
      toast.success(m.covers_renewed({ name: renewed.name }))
      const params = { location, id: renewed._id }
      void navigate({ to: '/dashboard/$location/manage-asset/covers/$id', params })
    },
    failure: m.covers_step_failed(),
  })
  const { key, ...input } = inputProps(form, 'currency')
  return (
    <FormDialog onClose={onClose} title={m.covers_renew_named({ name: cover.name })} size="lg" sheet>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.covers_renew()} sending={m.common_saving()} />}
      >
        <Text size="sm">{m.covers_renew_text()}</Text>
        <TextField form={form} name="name" label={m.covers_name()} maxLength={200} required data-autofocus />
        <div className={classes.pair}>
          <FormDayField form={form} name="startsOn" label={m.covers_starts()} required />
          <FormDayField form={form} name="endsOn" label={m.covers_ends()} required />
        </div>
        <div className={classes.pair}>
          <TextField form={form} name="cost" label={m.covers_cost()} inputMode="decimal" maxLength={20} />
          <NativeSelect key={key} label={m.covers_currency()} data={currenciesWith(currency)} {...input} />
        </div>
      </FormBody>
    </FormDialog>
  )
}

export function EndDialog({ cover, onClose }: Props) {
  const end = useEndCover(cover._id)
  const { name, version } = cover
  const form = useContractForm({
    schema: z.object({ endsOn: coverEnd.shape.endsOn }),
    initial: { endsOn: '' },
    send: ({ endsOn }) => end({ endsOn, version }),
    done: ({ endsOn }) => {
      onClose()
      toast.success(m.covers_ended({ name, date: formatDate(endsOn) }))
    },
    failure: m.covers_step_failed(),
  })
  return (
    <FormDialog onClose={onClose} title={m.covers_end_named({ name })}>
      <FormBody
        form={form}
        actions={<DialogActions form={form} text={m.covers_end()} sending={m.common_saving()} />}
      >
        <FormDayField
          form={form}
          name="endsOn"
          label={m.covers_end_on()}
          min={cover.startsOn}
          max={addDays(cover.endsOn, -1)}
          required
        />
      </FormBody>
    </FormDialog>
  )
}

export function CancelDialog({ cover, onClose }: { cover: Cover; onClose: () => void }) {
  const { _id, name, version } = cover
  const cancel = useCancelCover(_id)
  return (
    <ReasonDialog
      about={{ ids: [_id] }}
      title={m.covers_cancel_named({ name })}
      text={m.covers_cancel_text()}
      submit={{ text: m.covers_cancel(), color: 'red' }}
      failure={m.covers_step_failed()}
      send={(_ids, reason) => cancel({ reason, version })}
      onDone={() => toast.success(m.covers_cancelled({ name }))}
      onClose={onClose}
    />
  )
}
