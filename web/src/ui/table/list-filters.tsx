import { useMediaQuery } from '@mantine/hooks'
import { small } from '#kernel/device/theme.ts'
import { type Filter, type ListFilter, narrowing, type SetListFilter } from './column.ts'
import classes from './data-table.module.css'
import { FoldedFilters } from './folded-filters.tsx'

/** More than these get a row of their own. */
const fewFilters = 3

type Props = { filters: readonly Filter[]; filter: ListFilter; setFilter: SetListFilter }

/**
 * The inputs of a list's filters, in order. A single filter is collapsed only next to a narrow search box.
 */
export function ListFilters({ filters, filter, setFilter }: Props) {
  const isSmall = useMediaQuery(small, undefined, { getInitialValueInEffect: false })
  const set = narrowing(filters, filter)
  const values = Object.fromEntries(set.map(({ name, value }) => [name, value]))
  const inputs = filters.map(({ name, label, Input }) => (
    <Input
      key={name}
      label={label()}
      value={set.find((one) => one.name === name)?.value}
      onChange={(value, others) => setFilter({ [name]: value, ...others })}
      filter={values}
    />
  ))
  if (filters.length === 1 && !isSmall) return inputs
  return (
    <FoldedFilters set={set}>
      <div className={classes.filters} data-many={filters.length > fewFilters || undefined}>
        {inputs}
      </div>
    </FoldedFilters>
  )
}
