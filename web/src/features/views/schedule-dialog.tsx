import { exportFormat } from '@ats/contract/exports.ts'
import { type SavedView, scheduleSteps } from '@ats/contract/views.ts'
import { Alert, NativeSelect, Text } from '@mantine/core'
import { z } from 'zod'
import { formatWeekday } from '#kernel/words/format.ts'
import { m } from '#texts'
import { sendOrDecide } from '#ui/form/conflict.tsx'
import { inputProps } from '#ui/form/fields.tsx'
import { useFirstShown } from '#ui/form/first-shown.ts'
import { FormBody } from '#ui/form/form-body.tsx'
import { CancelButton, FormDialog } from '#ui/form/form-dialog.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { type ContractForm, useContractForm } from '#ui/form/use-contract-form.ts'
import { toast } from '#ui/toast/toast.ts'
import { viewFields } from './view-fields.tsx'
import { useChangeView } from './view-queries.ts'
import { ownZone, scheduleText, zoneName } from './view-texts.ts'
import classes from './views.module.css'

const number = z.string().transform(Number)
const schema = z.object({
  every: z.enum([...scheduleSteps, 'never']),
  weekday: number,
  monthDay: number,
  hour: number,
  format: exportFormat,
})
type Values = z.input<typeof schema>

const stepNames: Record<Values['every'], () => string> = {
  never: m.views_never,
  day: m.views_daily,
  week: m.views_weekly,
  month: m.views_monthly,
}

type Props = { view: SavedView; mailIsSet: boolean; onClose: () => void }

/** When the view is emailed to its owner, in the time zone of this browser. */
export function ScheduleDialog({ view, mailIsSet, onClose }: Props) {
  const change = useChangeView(view.id)
  const { version } = useFirstShown(view)
  const zone = ownZone()
  const form = useContractForm({
    schema,
    initial: initialOf(view),
    send: ({ every, ...given }) =>
      sendOrDecide(
        { version, schedule: every === 'never' ? null : { every, ...given, zone } },
        viewFields(),
        (body) => change(body),
      ),
    done: ({ name, schedule }) => {
      toast.success(
        schedule === null
          ? m.views_mails_ended({ name })
          : m.views_mails_set({ name, when: scheduleText(schedule) }),
      )
      onClose()
    },
    leave: onClose,
    failure: m.views_save_failed(),
  })
  const every = form.fields.useWatchValue('every')
  return (
    <FormDialog onClose={onClose} title={m.views_mail_title({ name: view.name })} sheet>
      <FormBody
        form={form}
        actions={
          <>
            <CancelButton />
            <SubmitButton text={m.common_save()} sending={{ now: form.sending, text: m.common_saving() }} />
          </>
        }
      >
        {!mailIsSet && <Alert>{m.views_mail_not_set()}</Alert>}
        <Text size="sm" c="dimmed">
          {m.views_mail_lead()}
        </Text>
        <Choice form={form} name="every" label={m.views_how_often()} data={stepChoices()} data-autofocus />
        {every !== 'never' && <Moment form={form} every={every} />}
      </FormBody>
    </FormDialog>
  )
}

type MomentProps = { form: ChoiceProps['form']; every: Exclude<Values['every'], 'never'> }

function Moment({ form, every }: MomentProps) {
  return (
    <>
      <div className={classes.when}>
        {every === 'week' && (
          <Choice form={form} name="weekday" label={m.views_weekday()} data={weekdays()} />
        )}
        {every === 'month' && (
          <Choice
            form={form}
            name="monthDay"
            label={m.views_month_day()}
            description={m.views_month_day_hint()}
            data={counting(1, 31)}
          />
        )}
        <Choice form={form} name="hour" label={m.views_hour()} description={zoneName()} data={hours()} />
      </div>
      <Choice form={form} name="format" label={m.views_format()} data={formats()} />
    </>
  )
}

const initialOf = ({ schedule }: SavedView): Values => ({
  every: schedule?.every ?? 'week',
  weekday: String(schedule?.weekday ?? 1),
  monthDay: String(schedule?.monthDay ?? 1),
  hour: String(schedule?.hour ?? 7),
  format: schedule?.format ?? 'xlsx',
})

const counting = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
const stepChoices = () => Object.entries(stepNames).map(([value, label]) => ({ value, label: label() }))
const weekdays = () => counting(1, 7).map((value) => ({ value, label: formatWeekday(Number(value)) }))
const hours = () => counting(0, 23).map((value) => ({ value, label: `${value.padStart(2, '0')}:00` }))
const formats = () => [
  { value: 'xlsx', label: m.exports_excel() },
  { value: 'csv', label: m.exports_csv() },
]

type ChoiceProps = {
  form: ContractForm<Values>
  name: keyof Values
  label: string
  description?: string
  data: (string | { value: string; label: string })[]
  'data-autofocus'?: boolean
}

function Choice({ form, name, ...props }: ChoiceProps) {
  const { key, ...input } = inputProps(form, name)
  return (
    <NativeSelect
      key={key}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      {...input}
    />
  )
}
