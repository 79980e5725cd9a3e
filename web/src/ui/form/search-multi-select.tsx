import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useState } from 'react'
import {
  type Choice,
  ChoiceOption,
  choiceOptions,
  listOverPage,
  type Searched,
  wantChoices,
} from './choice-search.tsx'
import classes from './form.module.css'

type Props = Omit<MultiSelectProps, 'data'> &
  Searched & {
    /** Choices that may be selected without having been found here. */
    given: readonly Choice[]
  }

/** Several records out of many. The list closes after each choice: it would hide the buttons below. */
export function SearchMultiSelect({ search, query, found, given, onChange, classNames, ...props }: Props) {
  const [opened, setOpened] = useState(false)
  const [seen, setSeen] = useState(given)
  const searched = { search, query, found }
  const { known, data, isShown } = choiceOptions(searched, seen)
  const open = () => {
    setOpened(true)
    wantChoices(searched)
  }
  const choose = (ids: string[]) => {
    setSeen([...known.values()])
    onChange?.(ids)
  }
  return (
    <MultiSelect
      comboboxProps={listOverPage}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '', ...classNames }}
      {...props}
      searchable
      hidePickedOptions
      data={data}
      filter={({ options }) => options.filter((option) => 'value' in option && isShown(option.value))}
      renderOption={({ option }) => <ChoiceOption choice={known.get(option.value)} text={option.label} />}
      searchValue={search.typed}
      onSearchChange={search.setTyped}
      dropdownOpened={opened}
      onDropdownOpen={open}
      onDropdownClose={() => setOpened(false)}
      onOptionSubmit={() => setOpened(false)}
      onChange={choose}
    />
  )
}
