import type { ShopRow } from '@ats/contract/shop/shop.ts'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#texts'
import { shopList } from './queries.ts'
import classes from './shop.module.css'

export type Product = Pick<ShopRow<'products'>, 'id' | 'name'> & { price?: number }
/** The list belongs to a landmark of the page. */
const inMain = { shadow: 'md', keepMounted: false, portalProps: { target: '#content' } } as const

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  value: Product | null
  onChange: (product: Product | null) => void
}

/** One product that is published; the server searches while the person types. */
export function ProductSelect({ value, onChange, ...props }: Props) {
  const [text, setText] = useState(value?.name ?? '')
  const [search] = useDebouncedValue(text === value?.name ? '' : text.trim(), 200)
  const query = useQuery(shopList('products', { search, published: 'true', sort: 'az', size: 20 }))
  const found: Product[] = query.data?.rows ?? []
  const known = value === null || found.some(({ id }) => id === value.id) ? found : [...found, value]
  return (
    <Select
      placeholder={m.shop_product_search()}
      openOnFocus={false}
      comboboxProps={inMain}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      {...props}
      searchable
      data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
      filter={({ options }) => options}
      value={value === null ? null : String(value.id)}
      onChange={(id) => onChange(known.find((product) => String(product.id) === id) ?? null)}
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={query.isFetching ? m.common_loading() : m.form_nothing_found()}
    />
  )
}
