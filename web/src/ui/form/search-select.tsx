import { Select, type SelectProps } from '@mantine/core'
import { m } from '#texts'
import {
  type Choice,
  ChoiceOption,
  choiceOptions,
  listOverPage,
  type Searched,
  wantChoices,
} from './choice-search.tsx'
import { longList } from './long-list.ts'

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> &
  Searched & {
    value: Choice | null
    onChange: (id: string | null) => void
    /** Names what a button beside the field empties; without it there is no such button. */
    clears?: string
  }

/** One record out of many: the server searches while the person types. */
export function SearchSelect({ search, query, found, value, onChange, clears, ...props }: Props) {
  const searched = { search, query, found }
  const { known, data, isShown } = choiceOptions(searched, value === null ? [] : [value])
  return (
    <Select
      comboboxProps={listOverPage}
      {...longList}
      {...(clears !== undefined && clearable(clears))}
      {...props}
      searchable
      data={data}
      filter={({ options }) => options.filter((option) => 'value' in option && isShown(option.value))}
      renderOption={({ option }) => <ChoiceOption choice={known.get(option.value)} text={option.label} />}
      value={value?.id ?? null}
      onChange={onChange}
      searchValue={search.typed}
      onSearchChange={search.setTyped}
      onDropdownOpen={() => wantChoices(searched)}
    />
  )
}

const clearable = (name: string) => ({
  clearable: true,
  clearButtonProps: {
    'aria-label': m.common_clear_named({ name }),
    'aria-hidden': false,
    tabIndex: 0,
  },
})
