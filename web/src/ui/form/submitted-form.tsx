import { Button } from '@mantine/core'
import { type ComponentType, type FormEvent, useState } from 'react'
import { m } from '#texts'
import type { FilterInput } from '#ui/table/column.ts'
import { FoldedFilters } from '#ui/table/folded-filters.tsx'
import classes from './submitted-form.module.css'

/** The values of a form, by their search parameters. */
type Values = Record<string, string | undefined>

type Field = {
  name: string
  label: () => string
  Input: ComponentType<FilterInput>
  /**
   * Fields whose choices depend on this one. They are cleared when it changes, unless `leavesIn` keeps them.
   */
  leads?: readonly string[]
  /** Whether a value of a dependent field is still valid for a value of this one. */
  leavesIn?: (value: string, led: string) => boolean
  /** The values of other fields that follow from a value of this one. */
  fills?: (value: string) => Promise<Values>
}

type Props = {
  fields: readonly Field[]
  values: Values
  /** Adds the values that a report reads if none are given, so that its fields show them. */
  complete?: (values: Values) => Values
  onSubmit: (values: Values) => void
}

/** The parameters of a report. Nothing is requested before the form is submitted. */
export function SubmittedForm({ fields, values, ...props }: Props) {
  return (
    <div>
      <FoldedFilters set={fields.map(({ name }) => values[name])}>
        <Fields key={JSON.stringify(values)} fields={fields} values={values} {...props} />
      </FoldedFilters>
    </div>
  )
}

/** Without a value nothing is restricted, so every dependent value stays. */
function emptiedBy({ leads = [], leavesIn }: Field, value: string | undefined, before: Values): Values {
  const fits = (led: string | undefined) =>
    led !== undefined && (value === undefined || leavesIn?.(value, led) === true)
  return Object.fromEntries(leads.filter((led) => !fits(before[led])).map((led) => [led, undefined]))
}

const unchanged = (values: Values) => values

/** Values that the report would read anyway stay out of the address, so that they follow the calendar. */
function withoutUsual(draft: Values, complete: NonNullable<Props['complete']>): Values {
  const usual = Object.entries(complete({}))
  const isUsual = usual.every(([name, value]) => draft[name] === value)
  return isUsual ? { ...draft, ...Object.fromEntries(usual.map(([name]) => [name, undefined])) } : draft
}

function Fields({ fields, values, complete = unchanged, onSubmit }: Props) {
  const [draft, setDraft] = useState(() => complete(values))
  const change = (field: Field, value: string | undefined) => {
    setDraft((before) => ({ ...before, ...emptiedBy(field, value, before), [field.name]: value }))
    if (value !== undefined) void fill(field, value)
  }
  /** Unless the field has another value by the time that is known. */
  const fill = async ({ name, fills }: Field, value: string) => {
    const filled = (await fills?.(value)) ?? {}
    const known = Object.entries(filled).filter(([other]) => fields.some((field) => field.name === other))
    setDraft((before) => (before[name] === value ? { ...before, ...Object.fromEntries(known) } : before))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (!form.checkValidity()) return form.querySelector<HTMLElement>('input:invalid')?.focus()
    const given = withoutUsual(draft, complete)
    setDraft(complete(given))
    onSubmit(given)
  }
  const none = Object.fromEntries(fields.map(({ name }) => [name, undefined]))
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {fields.map((field) => {
        const { name, label, Input } = field
        return (
          <Input
            key={name}
            label={label()}
            value={draft[name]}
            filter={draft}
            onChange={(value) => change(field, value)}
          />
        )
      })}
      <div className={classes.submit}>
        <Button type="submit">{m.common_submit()}</Button>
        {fields.some(({ name }) => values[name] !== undefined) && (
          <Button variant="subtle" onClick={() => onSubmit(none)}>
            {m.table_clear_filters()}
          </Button>
        )}
      </div>
    </form>
  )
}
