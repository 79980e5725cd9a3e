import { Button, NativeSelect } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronLeftPipe,
  IconChevronRight,
  IconChevronRightPipe,
} from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { pageSizes } from '#kernel/address/url-state.ts'
import type { PageOf } from '#kernel/http/page-of.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import type { ListFilter, SetListFilter } from './column.ts'
import classes from './data-table.module.css'

type Page = PageOf<unknown>
export type FooterProps = {
  page: Page
  filter: ListFilter
  setFilter: SetListFilter
  kind: 'entries' | 'report'
  onRenew: () => void
}

export function TableFooter({ kind, ...props }: FooterProps) {
  const { page, setFilter } = props
  const go = (cursor: string | null) => setFilter({ cursor: cursor ?? undefined })
  return (
    <FooterFrame {...props} sizes={pageSizes} shown={kind === 'report' ? range(page) : showing(page)}>
      <PageButton
        text={m.table_first()}
        icon={<IconChevronLeftPipe size={16} />}
        off={page.previous === null}
        go={() => go(null)}
      />
      <PageButton
        text={m.table_previous()}
        icon={<IconChevronLeft size={16} />}
        off={page.previous === null}
        go={() => go(page.previous)}
      />
      <PageButton
        text={m.table_next()}
        icon={<IconChevronRight size={16} />}
        off={page.next === null}
        go={() => go(page.next)}
      />
      <PageButton
        text={m.table_last()}
        icon={<IconChevronRightPipe size={16} />}
        off={page.next === null || page.last === null}
        go={() => go(page.last)}
      />
    </FooterFrame>
  )
}

type FrameProps = Omit<FooterProps, 'kind'> & {
  sizes: readonly number[]
  /** The range of rows, and their total. */
  shown: string
  children: ReactNode
}

/** The footer of every table: page size, range of rows, and paging buttons. */
export function FooterFrame({ page, filter, setFilter, onRenew, sizes, shown, children }: FrameProps) {
  const id = useId()
  return (
    <div className={classes.footer} data-paging>
      <div className={classes.size}>
        <label htmlFor={id}>{m.table_rows_per_page()}</label>
        <NativeSelect
          id={id}
          size="xs"
          data={sizes.map(String)}
          value={String(filter.size)}
          onChange={(event) => setFilter({ size: Number(event.currentTarget.value) })}
        />
      </div>
      <span className={classes.showing} role="status">
        {shown}
      </span>
      <span role="status">
        {page.hasNews && (
          <Button variant="light" size="compact-xs" onClick={onRenew}>
            {m.table_new_data()}
          </Button>
        )}
      </span>
      <nav aria-label={m.table_pages()} className={classes.pages}>
        {children}
      </nav>
    </div>
  )
}

type ButtonProps = { text: string; icon: ReactNode; off: boolean; go: () => void }

function PageButton({ text, icon, off, go }: ButtonProps) {
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.page ?? ''}
      disabled={off}
      onClick={go}
      aria-label={text}
    >
      <span className={classes.pageText}>{text}</span>
      <span className={classes.pageIcon} aria-hidden="true">
        {icon}
      </span>
    </Button>
  )
}

const numbersOf = ({ from, rows, total }: Page) => ({
  from: formatNumber(from),
  to: formatNumber(rows.length === 0 ? 0 : from + rows.length - 1),
  total: formatNumber(total),
})

export function showing(page: Page): string {
  return page.totalIsExact ? m.table_showing(numbersOf(page)) : m.table_showing_more(numbersOf(page))
}

function range(page: Page): string {
  const { from, to, total } = numbersOf(page)
  return m.table_range({
    from,
    to,
    of: m.table_of(),
    total: page.totalIsExact ? total : m.table_more_than({ total }),
  })
}
