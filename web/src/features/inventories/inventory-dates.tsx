import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { m } from '#texts'
import classes from './inventories.module.css'

type Days = { fromDate?: string | undefined; toDate?: string | undefined }
type Props = { days: Days; onSubmit: (days: Days) => void }

/** Nothing is asked for before the form is submitted. */
export function ReportDates({ days, onSubmit }: Props) {
  return <Form key={JSON.stringify(days)} days={days} onSubmit={onSubmit} />
}

function Form({ days, onSubmit }: Props) {
  const [draft, setDraft] = useState(days)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(draft)
  }
  const input = (name: keyof Days, label: string) => (
    <TextInput
      type="date"
      label={label}
      min="1000-01-01"
      max="2999-12-31"
      value={draft[name] ?? ''}
      onChange={({ currentTarget: { value } }) =>
        setDraft((before) => ({ ...before, [name]: value || undefined }))
      }
    />
  )
  return (
    <form className={classes.dates} onSubmit={submit} noValidate>
      {input('fromDate', m.inventory_from())}
      {input('toDate', m.inventory_to())}
      <div className={classes.buttons}>
        <Button type="submit">{m.common_submit()}</Button>
        {(days.fromDate !== undefined || days.toDate !== undefined) && (
          <Button variant="subtle" onClick={() => onSubmit({ fromDate: undefined, toDate: undefined })}>
            {m.table_clear_filters()}
          </Button>
        )}
      </div>
    </form>
  )
}
