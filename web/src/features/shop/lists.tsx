import { type ShopKind, type ShopRow, shopSorts } from '@ats/contract/shop/shop.ts'
import { Badge, Group, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ExportButton } from '#features/exports/exports.tsx'
import { useCity } from '#kernel/address/location.ts'
import { useMayOpen, useScreen, useTitleOf } from '#kernel/address/screen.ts'
import { useUrlState } from '#kernel/address/url-state.ts'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { Page } from '#ui/page/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { AnchorLink, ButtonLink } from '#ui/text/link.tsx'
import { Moment } from '#ui/text/moment.tsx'
import { kindTexts, paths } from './kind-texts.ts'
import { listFilter, shopList } from './queries.ts'
import classes from './shop.module.css'
import { ShopFooter } from './shop-footer.tsx'
import { Stars } from './stars.tsx'
import { formatPrice, statusText } from './values.ts'

const sortTexts: Record<(typeof shopSorts)[number], () => string> = {
  default: m.shop_sort_default,
  az: m.shop_sort_az,
  za: m.shop_sort_za,
  newest: m.shop_sort_newest,
  oldest: m.shop_sort_oldest,
}

const colors: Record<string, string> = {
  ...{ 'In stock': 'teal', 'Out of stock': 'red' },
  ...{ Processing: 'indigo', 'On hold': 'grape', Cancelled: 'red', Completed: 'teal' },
}

const Status = ({ status }: { status: string }) => (
  <Badge variant="light" tt="none" color={colors[status] ?? 'gray'}>
    {statusText(status)}
  </Badge>
)

function Name<K extends ShopKind>({ kind, row }: { kind: K; row: ShopRow<K> }) {
  const location = useCity()
  return (
    <AnchorLink to={paths[kind].one} params={{ location, id: String(row.id) }} fw={500} inherit>
      {'name' in row ? row.name : 'customer' in row ? row.customer : row.product}
    </AnchorLink>
  )
}

/** The first column shows the record's name as a link to it. */
const named = <K extends ShopKind>(kind: K, id: string, header: () => string): Column<ShopRow<K>> => ({
  ...{ id, header, hidden: 'never', card: 'title' },
  cell: (row) => <Name kind={kind} row={row} />,
})

const amount = <R,>(id: string, header: () => string, text: (row: R) => string): Column<R> => ({
  ...{ id, header, cell: text, align: 'end' },
})

const date: Column<{ date: string }> = {
  id: 'date',
  header: m.shop_date,
  cell: ({ date: at }) => <Moment at={at} as="date" />,
}

const columns: { [K in ShopKind]: Column<ShopRow<K>>[] } = {
  products: [
    named('products', 'name', m.shop_name),
    { id: 'sku', header: m.shop_sku, cell: ({ sku }) => sku || '–' },
    {
      id: 'status',
      header: m.shop_status,
      cell: ({ status, published }) => (
        <Group gap={6}>
          <Status status={status} />
          {!published && (
            <Badge variant="outline" tt="none" color="gray">
              {m.shop_draft()}
            </Badge>
          )}
        </Group>
      ),
    },
    amount('price', m.shop_price, ({ price }) => formatPrice(price)),
  ],
  categories: [
    named('categories', 'name', m.shop_name),
    { id: 'slug', header: m.shop_slug, cell: ({ slug }) => slug },
    amount('productsNumber', m.shop_products_number, ({ productsNumber }) => formatNumber(productsNumber)),
    { id: 'parentCategory', header: m.shop_parent_category, cell: (row) => row.parentCategory ?? '–' },
  ],
  orders: [
    named('orders', 'customer', m.shop_customer),
    { id: 'status', header: m.shop_status, cell: ({ status }) => <Status status={status} /> },
    amount('total', m.shop_total, ({ total }) => formatPrice(total)),
    date,
  ],
  reviews: [
    named('reviews', 'product', m.shop_product),
    { id: 'rating', header: m.shop_rating, cell: ({ rating }) => <Stars rating={rating} /> },
    { id: 'text', header: m.shop_text, cell: ({ text }) => <span className={classes.clamp}>{text}</span> },
    date,
  ],
}

function ShopList<K extends ShopKind>({ kind }: { kind: K }) {
  const list = useUrlState(listFilter)
  const [filter, setFilter] = list
  const location = useCity()
  const mayOpen = useMayOpen()
  const title = useScreen().title?.() ?? ''
  const titleOf = useTitleOf()
  const sort = (
    <NativeSelect
      aria-label={m.table_sort_by()}
      data={shopSorts.map((value) => ({ value, label: sortTexts[value]() }))}
      value={filter.sort}
      onChange={(event) => setFilter({ sort: event.currentTarget.value as typeof filter.sort })}
    />
  )
  return (
    <Page
      crumbs={[title]}
      actions={
        mayOpen(paths[kind].add) && (
          <ButtonLink
            to={paths[kind].add}
            params={{ location }}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            {titleOf(paths[kind].add)}
          </ButtonLink>
        )
      }
    >
      <DataTable
        name={`shop-${kind}`}
        label={title}
        query={useQuery(shopList(kind, filter))}
        columns={columns[kind] as Column<ShopRow<K>>[]}
        rowId={({ id }) => String(id)}
        list={list}
        options={{
          search: kindTexts[kind].search(),
          toolbar: sort,
          footer: ShopFooter,
          ...(kind === 'reviews' && {
            exporting: (shown: string[]) => (
              <ExportButton list="shop-reviews" filter={filter} shown={shown} />
            ),
          }),
        }}
      />
    </Page>
  )
}

export const listOf = (kind: ShopKind) => () => <ShopList kind={kind} />
