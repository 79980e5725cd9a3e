import type { ShopRow } from '@ats/contract/shop/shop.ts'
import type { SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { m } from '#texts'
import { useChoiceSearch } from '#ui/form/choice-search.tsx'
import { SearchSelect } from '#ui/form/search-select.tsx'
import { shopList } from './queries.ts'

export type Product = Pick<ShopRow<'products'>, 'id' | 'name'> & { price?: number }

type Props = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  value: Product | null
  onChange: (product: Product | null) => void
}

const choiceOf = ({ id, name }: Product) => ({ id: String(id), name, detail: '', label: name })

/** One product that is published; the server searches while the person types. */
export function ProductSelect({ value, onChange, ...props }: Props) {
  const selected = value && choiceOf(value)
  const search = useChoiceSearch(selected)
  const filter = { search: search.search, published: 'true', sort: 'az', size: 20 } as const
  const query = useQuery({ ...shopList('products', filter), enabled: search.isWanted })
  const found: Product[] = query.data?.rows ?? []
  return (
    <SearchSelect
      placeholder={m.shop_product_search()}
      openOnFocus={false}
      {...props}
      {...{ search, query, found: found.map(choiceOf), value: selected }}
      onChange={(id) => onChange(found.find((product) => String(product.id) === id) ?? null)}
    />
  )
}
