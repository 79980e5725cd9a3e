import type { Filter, ListFilter, SetListFilter } from './column.ts'
import classes from './data-table.module.css'
import { FoldedFilters } from './folded-filters.tsx'

type Props = { filters: readonly Filter[]; filter: ListFilter; setFilter: SetListFilter }

/** The inputs of a list's filters, in their order; a single one needs too little room to be folded away. */
export function ListFilters({ filters, filter, setFilter }: Props) {
  const values = filter as Record<string, unknown> as Record<string, string | undefined>
  const inputs = filters.map(({ name, label, Input }) => (
    <Input
      key={name}
      label={label()}
      value={values[name]}
      onChange={(value) => setFilter({ [name]: value })}
    />
  ))
  if (filters.length === 1) return inputs
  return (
    <FoldedFilters set={filters.map(({ name }) => values[name])}>
      <div className={classes.filters}>{inputs}</div>
    </FoldedFilters>
  )
}
