import { NativeSelect } from '@mantine/core'
import type { FilterInput } from './column.ts'

type Props = Omit<FilterInput, 'filter'> & {
  className?: string | undefined
  /** The text for 'no filter'. */
  any: string
  choices: readonly (string | { value: string; label: string })[]
}

export function ChoiceFilter({ className, label, value, onChange, any, choices }: Props) {
  return (
    <NativeSelect
      className={className ?? ''}
      aria-label={label}
      data={[{ value: '', label: any }, ...choices]}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}
