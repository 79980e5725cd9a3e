import { CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Fragment, use, useId } from 'react'
import { createPortal } from 'react-dom'
import { belowMenu } from '#kernel/device/theme.ts'
import { m } from '#texts'
import { FilterSlot } from '#ui/page/filter-slot.ts'
import { type Filter, narrowing, type SetListFilter } from './column.ts'
import classes from './filter-values.module.css'

/** The part of a filter that is needed to show its value as text. */
type Worded = Pick<Filter, 'name' | 'label' | 'Value' | 'none'>
type Narrowed = Worded & { value: string }

/** 'State: Working'. */
function FilterValue({ filter: { label, Value, value } }: { filter: Narrowed }) {
  const [before = '', after = ''] = m.table_filter_value({ name: label(), value: '\n' }).split('\n')
  return (
    <>
      {before}
      {Value === undefined ? value : <Value value={value} />}
      {after}
    </>
  )
}

type Props = { filters: readonly Worded[]; filter: object }

export function FilterTexts({ filters, filter }: Props) {
  return narrowing(filters, filter).map((one) => (
    <Fragment key={one.name}>
      <FilterValue filter={one} />
      {' · '}
    </Fragment>
  ))
}

type ChipProps = Props & { setFilter: SetListFilter; onClear: (() => void) | undefined }

/** The active filters, next to the title if the window is wide; each can be removed separately. */
export function FilterChips({ filters, filter, setFilter, onClear }: ChipProps) {
  const set = narrowing(filters, filter)
  const slot = use(FilterSlot)
  const isNarrow = useMediaQuery(belowMenu, undefined, { getInitialValueInEffect: false })
  const isInSlot = !isNarrow && slot !== undefined
  if (set.length === 0 || (isInSlot && slot === null)) return null
  const chips = (
    <div className={classes.chips} data-in-title={isInSlot || undefined}>
      <ul aria-label={m.table_filtered()}>
        {set.map((one) => (
          <Chip key={one.name} filter={one} onRemove={() => setFilter({ [one.name]: undefined })} />
        ))}
      </ul>
      {onClear && (
        <button type="button" className={classes.clear} onClick={onClear}>
          {m.table_clear_filters()}
        </button>
      )}
    </div>
  )
  return isInSlot && slot ? createPortal(chips, slot) : chips
}

function Chip({ filter, onRemove }: { filter: Narrowed; onRemove: () => void }) {
  const id = useId()
  return (
    <li>
      <span id={id}>
        <FilterValue filter={filter} />
      </span>
      <CloseButton
        size="xs"
        aria-label={m.table_remove_filter({ filter: filter.label() })}
        aria-describedby={id}
        onClick={onRemove}
      />
    </li>
  )
}
