import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useState } from 'react'
import { type InForm, inputProps, type Native } from './fields.tsx'
import classes from './form.module.css'
import { type Choice, listOverPage, type Records, useRecords } from './records.tsx'

type Props<V extends Record<string, unknown>, Row, Scope> = InForm<V> &
  Native<Omit<MultiSelectProps, 'data'>> & {
    of: Records<Row, Scope>
    scope: Scope
    /** Choices that may already be selected, so they need not be in the search results. */
    given: readonly Choice[]
  }

/**
 * Selects several of many records. The list closes after each choice, because it would cover the buttons
 * below.
 */
export function RecordMultiSelect<V extends Record<string, unknown>, Row, Scope>({
  form,
  name,
  of,
  scope,
  given,
  classNames,
  ...props
}: Props<V, Row, Scope>) {
  const { key, onChange, ...input } = inputProps(form, name)
  const [opened, setOpened] = useState(false)
  const [seen, setSeen] = useState(given)
  const { known, want, select } = useRecords({ of, scope, selected: seen, disabled: props.disabled })
  const open = () => {
    setOpened(true)
    want()
  }
  const choose = (ids: string[]) => {
    setSeen([...known.values()])
    onChange(ids)
  }
  return (
    <MultiSelect
      key={key}
      comboboxProps={listOverPage}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '', ...classNames }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      {...input}
      {...select}
      hidePickedOptions
      dropdownOpened={opened}
      onDropdownOpen={open}
      onDropdownClose={() => setOpened(false)}
      onOptionSubmit={() => setOpened(false)}
      onChange={choose}
    />
  )
}
