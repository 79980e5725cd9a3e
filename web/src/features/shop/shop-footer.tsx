import { Button, NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { m } from '#texts'
import { type FooterProps, showing } from '#ui/table/table-footer.tsx'
import { pagesAround } from './calculations.ts'
import { shopSizes } from './queries.ts'
import classes from './shop.module.css'

/** The footer of the shop's lists: its own page sizes, and pages by their numbers. */
export function ShopFooter({ page, filter, setFilter, onRenew }: FooterProps) {
  const id = useId()
  const current = Number(filter.cursor ?? 1)
  const last = Number(page.last ?? 1)
  const go = (number: number) => setFilter({ cursor: number === 1 ? undefined : String(number) })
  return (
    <div className={classes.footer}>
      <div className={classes.size}>
        <label htmlFor={id}>{m.table_rows_per_page()}</label>
        <NativeSelect
          id={id}
          size="xs"
          data={shopSizes.map(String)}
          value={String(filter.size)}
          onChange={(event) => setFilter({ size: Number(event.currentTarget.value) })}
        />
      </div>
      <span role="status">{showing(page)}</span>
      {page.hasNews && (
        <Button variant="light" size="compact-xs" onClick={onRenew}>
          {m.table_new_data()}
        </Button>
      )}
      <nav aria-label={m.table_pages()} className={classes.pages}>
        <Button variant="default" size="xs" disabled={page.previous === null} onClick={() => go(current - 1)}>
          {m.table_previous()}
        </Button>
        {pagesAround(current, last).map((number) => (
          <Button
            key={number}
            variant={number === current ? 'filled' : 'default'}
            size="xs"
            px={10}
            aria-label={m.shop_page({ number })}
            {...(number === current && { 'aria-current': 'page' as const })}
            onClick={() => go(number)}
          >
            {number}
          </Button>
        ))}
        <Button variant="default" size="xs" disabled={page.next === null} onClick={() => go(current + 1)}>
          {m.table_next()}
        </Button>
      </nav>
    </div>
  )
}
