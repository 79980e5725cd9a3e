import type { MasterKind } from '@ats/contract/masters.ts'
import type { SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { masterTexts } from '#kernel/master-texts.ts'
import { useChoiceSearch } from '#ui/form/choice-search.tsx'
import { SearchSelect } from '#ui/form/search-select.tsx'
import { type Choice, masterChoices } from './queries.ts'

export type MasterSelectProps = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  kind: MasterKind
  value: Choice | null
  onChange: (choice: Choice | null) => void
  /** Offers only places of this city. */
  location?: string | undefined
  /** The record that cannot be chosen. */
  exclude?: string
}

const shownAs = ({ id, name, path }: Choice) => ({
  id,
  name,
  detail: path,
  label: path === '' ? name : `${name} · ${path}`,
})

/** One record of a master. */
export function MasterSelectList({ kind, value, onChange, location, exclude, ...props }: MasterSelectProps) {
  const selected = value && shownAs(value)
  const search = useChoiceSearch(selected)
  const query = useQuery({
    ...masterChoices(kind, { text: search.search, ...(location !== undefined && { location }) }),
    enabled: search.isWanted,
  })
  const found = (query.data ?? []).filter(({ id }) => id !== exclude)
  const choose = (id: string | null) =>
    onChange([...found, ...(value ? [value] : [])].find((choice) => choice.id === id) ?? null)
  return (
    <SearchSelect
      placeholder={masterTexts[kind].choose()}
      onFocus={(event) => event.currentTarget.select()}
      {...props}
      search={search}
      query={query}
      found={found.map(shownAs)}
      value={selected}
      onChange={choose}
    />
  )
}
