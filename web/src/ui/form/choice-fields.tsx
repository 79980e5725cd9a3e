import {
  Checkbox,
  type CheckboxGroupProps,
  type CheckboxProps,
  NativeSelect,
  type NativeSelectProps,
} from '@mantine/core'
import { m } from '#texts'
import { type InForm, inputProps, type Native, starred } from './fields.tsx'
import classes from './form.module.css'

/** A short list in a native select. */
export function SelectField<V extends Record<string, unknown>>({
  form,
  name,
  required,
  data = [],
  ...props
}: InForm<V> & Native<NativeSelectProps>) {
  const { key, ...input } = inputProps(form, name)
  const choose = { value: '', label: m.form_choose() }
  return <NativeSelect key={key} {...starred(required)} data={[choose, ...data]} {...props} {...input} />
}

export function CheckboxField<V extends Record<string, unknown>>({
  form,
  name,
  ...props
}: InForm<V> & Native<CheckboxProps>) {
  const input = form.fields.getInputProps(name as never, { type: 'checkbox' })
  return <Checkbox key={form.fields.key(name)} {...props} {...input} />
}

type Choice = { value: string; label: string; description?: string; disabled?: boolean }

export function CheckboxGroupField<V extends Record<string, unknown>>({
  form,
  name,
  choices,
  ...props
}: InForm<V> & Native<Omit<CheckboxGroupProps, 'children'>> & { choices: Choice[] }) {
  const { key, ...input } = inputProps(form, name)
  return (
    <Checkbox.Group key={key} {...props} {...input}>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
