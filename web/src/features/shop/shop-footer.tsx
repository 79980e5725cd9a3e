import { Button } from '@mantine/core'
import { m } from '#texts'
import { FooterFrame, type FooterProps, showing } from '#ui/table/table-footer.tsx'
import { pagesAround } from './calculations.ts'
import { shopSizes } from './queries.ts'

/** The footer of the shop's lists: its own page sizes, and numbered pages. */
export function ShopFooter({ kind: _, ...props }: FooterProps) {
  const { page, filter, setFilter } = props
  const current = Number(filter.cursor ?? 1)
  const go = (number: number) => setFilter({ cursor: number === 1 ? undefined : String(number) })
  return (
    <FooterFrame {...props} sizes={shopSizes} shown={showing(page)}>
      <Button variant="default" size="xs" disabled={page.previous === null} onClick={() => go(current - 1)}>
        {m.table_previous()}
      </Button>
      {pagesAround(current, Number(page.last ?? 1)).map((number) => (
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
    </FooterFrame>
  )
}
