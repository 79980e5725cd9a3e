import { type ShopKind, type ShopRow, shopSorts } from '@ats/contract/shop/shop.ts'
import { Badge, Group, NativeSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ExportButton } from '#features/exports/exports.tsx'
import { formatNumber } from '#kernel/format.ts'
import { useCity } from '#kernel/location.ts'
import { useMayOpen } from '#kernel/screen.ts'
import { useUrlState } from '#kernel/url-state.ts'
import { m } from '#texts'
import { AnchorLink, ButtonLink } from '#ui/link.tsx'
import { Moment } from '#ui/moment.tsx'
import { Page } from '#ui/page.tsx'
import type { Column } from '#ui/table/column.ts'
import { DataTable } from '#ui/table/data-table.tsx'
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
  <Badge variant="light" color={colors[status] ?? 'gray'}>
    {statusText(status)}
  </Badge>
)

function RecordLink({ kind, id, children }: { kind: ShopKind; id: number; children: ReactNode }) {
  const location = useCity()
  return (
    <AnchorLink to={paths[kind].one} params={{ location, id: String(id) }} fw={500} inherit>
      {children}
    </AnchorLink>
  )
}

/** The first column names the record and leads to it. */
const named = <K extends ShopKind>(kind: K, id: string, header: () => string): Column<ShopRow<K>> => ({
  id,
  header,
  cell: (row) => (
    <RecordLink kind={kind} id={row.id}>
      {String(row[id as keyof ShopRow<K>])}
    </RecordLink>
  ),
  hidden: 'never',
  card: 'title',
})

const date = {
  id: 'date',
  header: m.shop_date,
  cell: ({ date: at }: { date: string }) => <Moment at={at} as="date" />,
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
            <Badge variant="outline" color="gray">
              {m.shop_draft()}
            </Badge>
          )}
        </Group>
      ),
    },
    { id: 'price', header: m.shop_price, cell: ({ price }) => formatPrice(price), align: 'end' },
  ],
  categories: [
    named('categories', 'name', m.shop_name),
    { id: 'slug', header: m.shop_slug, cell: ({ slug }) => slug },
    {
      id: 'productsNumber',
      header: m.shop_products_number,
      cell: ({ productsNumber }) => formatNumber(productsNumber),
      align: 'end',
    },
    {
      id: 'parentCategory',
      header: m.shop_parent_category,
      cell: ({ parentCategory }) => parentCategory ?? '–',
    },
  ],
  orders: [
    named('orders', 'customer', m.shop_customer),
    { id: 'status', header: m.shop_status, cell: ({ status }) => <Status status={status} /> },
    { id: 'total', header: m.shop_total, cell: ({ total }) => formatPrice(total), align: 'end' },
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
  const { title, search, add } = kindTexts[kind]
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
      crumbs={[title()]}
      actions={
        mayOpen(paths[kind].add) && (
          <ButtonLink
            to={paths[kind].add}
            params={{ location }}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            {add()}
          </ButtonLink>
        )
      }
    >
      <DataTable
        name={`shop-${kind}`}
        label={title()}
        query={useQuery(shopList(kind, filter))}
        columns={columns[kind] as Column<ShopRow<K>>[]}
        rowId={({ id }) => String(id)}
        list={list}
        options={{
          search: search(),
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

export const Products = () => <ShopList kind="products" />
export const Categories = () => <ShopList kind="categories" />
export const Orders = () => <ShopList kind="orders" />
export const Reviews = () => <ShopList kind="reviews" />
