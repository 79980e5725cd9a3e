import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { type InForm, inputProps } from '#ui/form/fields.tsx'
import { statusText } from './values.ts'

type Props<V extends Record<string, unknown>> = InForm<V> &
  Pick<NativeSelectProps, 'label'> & { statuses: readonly string[] }

/** One of a few statuses; there always is one. */
export function StatusField<V extends Record<string, unknown>>({ form, name, label, statuses }: Props<V>) {
  const { key, ...input } = inputProps(form, name)
  const data = statuses.map((value) => ({ value, label: statusText(value) }))
  return <NativeSelect key={key} label={label} data={data} {...input} />
}
