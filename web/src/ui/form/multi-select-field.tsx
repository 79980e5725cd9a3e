import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { m } from '#texts'
import { type InForm, inputProps } from './fields.tsx'

/** Several of a list; typing narrows it. */
export function MultiSelectField<V extends Record<string, unknown>>({
  form,
  name,
  ...props
}: InForm<V> & Omit<MultiSelectProps, 'form' | 'name'>) {
  const { key, ...input } = inputProps(form, name)
  return (
    <MultiSelect
      key={key}
      searchable
      hidePickedOptions
      nothingFoundMessage={m.form_nothing_found()}
      comboboxProps={{ shadow: 'md', keepMounted: false }}
      {...props}
      {...input}
    />
  )
}
