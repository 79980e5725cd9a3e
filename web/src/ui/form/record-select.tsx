import { Select, type SelectProps } from '@mantine/core'
import { m } from '#texts'
import classes from './form.module.css'
import { labelOf, listOverPage, type Records, useRecords } from './records.tsx'

type Look = Partial<Omit<SelectProps, 'value' | 'onChange' | 'data'>> & {
  /** Label of the button that clears the field; without it there is no such button. */
  clears?: string
}

export type RecordSelectProps<Row, Scope> = Look & {
  /** An id, a row, or nothing. */
  value: string | Row | null
  onChange: (id: string, row: Row | null) => void
  /** A record that cannot be selected. */
  exclude?: string | undefined
} & (undefined extends Scope ? { scope?: Scope } : { scope: Scope })

/** Creates a field that selects one of many records: the server searches while the person types. */
export function recordSelect<Row extends object, Scope>(
  of: Records<Row, Scope>,
  look: (scope: Scope) => Look = () => ({}),
) {
  return function RecordSelect(given: RecordSelectProps<Row, Scope>) {
    const { value, onChange, exclude, scope, clears, ...props } = {
      ...look(given.scope as Scope),
      ...given,
      scope: given.scope as Scope,
    }
    const selected = useSelected(of, value)
    const { rows, known, want, select } = useRecords({
      of,
      scope,
      exclude,
      disabled: props.disabled,
      selected: selected === null ? [] : [selected],
      label: selected === null ? undefined : labelOf(selected),
    })
    const rowOf = (id: string) =>
      rows.get(id) ?? (typeof value === 'object' && id === selected?.id ? value : null)
    return (
      <Select
        comboboxProps={listOverPage}
        withScrollArea={false}
        classNames={{ options: classes.options ?? '' }}
        {...(clears !== undefined && clearable(clears))}
        {...props}
        {...select}
        value={selected?.id ?? null}
        onChange={(id) => onChange(id ?? '', id !== null && known.has(id) ? rowOf(id) : null)}
        onDropdownOpen={want}
      />
    )
  }
}

function useSelected<Row, Scope>(of: Records<Row, Scope>, value: string | Row | null) {
  const id = typeof value === 'string' ? value : ''
  const { data, isError } = of.useOne(id)
  const row = typeof value === 'string' ? data : value
  if (row) return of.choiceOf(row)
  return id !== '' && isError && of.unknown !== undefined ? { id, name: of.unknown(), path: '' } : null
}

const clearable = (name: string) => ({
  clearable: true,
  clearButtonProps: {
    'aria-label': m.common_clear_named({ name }),
    'aria-hidden': false,
    tabIndex: 0,
  },
})
