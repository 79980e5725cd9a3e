import { CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Fragment, type ReactNode, use, useId } from 'react'
import { createPortal } from 'react-dom'
import { belowMenu } from '#kernel/device/theme.ts'
import { m } from '#texts'
import { FilterSlot } from '#ui/page/filter-slot.ts'
import { type Filter, narrowing, type SetListFilter } from './column.ts'
import classes from './filter-values.module.css'

/** The part of a filter that is needed to show its value as text. */
type Worded = Pick<Filter, 'name' | 'label' | 'Value' | 'none' | 'parts'>
type Narrowed = Worded & { value: string; key: string; text?: ReactNode; without?: string | undefined }

/** The active filters, and each part of a filter that has parts. */
const shownFilters = (filters: readonly Worded[], filter: object): Narrowed[] =>
  narrowing(filters, filter).flatMap((one): Narrowed[] =>
    one.parts === undefined
      ? [{ ...one, key: one.name }]
      : one.parts(one.value).map(({ key, label, text, without }) => ({
          ...{ ...one, key: `${one.name} ${key}`, text, without },
          label: () => label,
        })),
  )

/** 'State: Working'. */
function FilterValue({ filter: { label, Value, value, text } }: { filter: Narrowed }) {
  const [before = '', after = ''] = m.table_filter_value({ name: label(), value: '\n' }).split('\n')
  return (
    <>
      {before}
      {text ?? (Value === undefined ? value : <Value value={value} />)}
      {after}
    </>
  )
}

type Props = { filters: readonly Worded[]; filter: object }

export function FilterTexts({ filters, filter }: Props) {
  return shownFilters(filters, filter).map((one) => (
    <Fragment key={one.key}>
      <FilterValue filter={one} />
      {' · '}
    </Fragment>
  ))
}

type ChipProps = Props & { setFilter: SetListFilter; onClear: (() => void) | undefined }

/** The active filters, next to the title if the window is wide; each can be removed separately. */
export function FilterChips({ filters, filter, setFilter, onClear }: ChipProps) {
  const set = shownFilters(filters, filter)
  const slot = use(FilterSlot)
  const isNarrow = useMediaQuery(belowMenu, undefined, { getInitialValueInEffect: false })
  const isInSlot = !isNarrow && slot !== undefined
  if (set.length === 0 || (isInSlot && slot === null)) return null
  const chips = (
    <div className={classes.chips} data-in-title={isInSlot || undefined}>
      <ul aria-label={m.table_filtered()}>
        {set.map((one) => (
          <Chip key={one.key} filter={one} onRemove={() => setFilter({ [one.name]: one.without })} />
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
