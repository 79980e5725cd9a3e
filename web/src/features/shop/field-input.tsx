import type { ShopKind, ShopRecord } from '@ats/contract/shop/shop.ts'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useRef, useState } from 'react'
import { inputProps, starred, TextField } from '#ui/form/fields.tsx'
import { LoadedSelectField } from '#ui/form/loaded-select-field.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import type { ContractForm } from '#ui/form/use-contract-form.ts'
import { slugOf } from './calculations.ts'
import type { Field } from './fields.ts'
import { ImagesField } from './images-field.tsx'
import { OrderItems } from './order-items.tsx'
import { type Product, ProductSelect } from './product-select.tsx'
import { shopList } from './queries.ts'
import { statusText } from './values.ts'

type Props = {
  form: ContractForm<Record<string, unknown>>
  field: Field
  /** Undefined for a new record. */
  record: ShopRecord<ShopKind> | undefined
}

function TextInput({ form, field, record }: Props) {
  const { name, label, hint, proposes, input } = field
  const proposed = useRef('')
  /** Text that somebody wrote is not overwritten. */
  const propose = (text: string) => {
    if (proposes === undefined || record !== undefined) return
    if (form.fields.getValues()[proposes] !== proposed.current) return
    proposed.current = slugOf(text)
    form.fields.setFieldValue(proposes, proposed.current)
  }
  return (
    <TextField
      {...{ form, name, ...input }}
      label={label()}
      description={hint?.()}
      onInput={(event) => propose(event.currentTarget.value)}
    />
  )
}

/** One of the categories, or none; a category cannot be its own parent. */
function CategoryInput({ form, field: { name, label }, record }: Props) {
  const query = useQuery(shopList('categories', { sort: 'az', size: 500 }))
  const rows = query.data?.rows.filter(({ id }) => name !== 'parent' || id !== record?.id)
  return (
    <LoadedSelectField
      {...{ form, name, label: label(), query }}
      data={rows?.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
    />
  )
}

function StatusInput({ form, field: { name, label, statuses = [] } }: Props) {
  const { key, ...input } = inputProps(form, name)
  const data = statuses.map((value) => ({ value, label: statusText(value) }))
  return <NativeSelect key={key} label={label()} data={data} {...input} />
}

function ProductInput({ form, field: { name, label }, record }: Props) {
  const { key, defaultValue: _, onChange, ...input } = inputProps(form, name)
  const [product, setProduct] = useState<Product | null>(
    record !== undefined && 'productName' in record ? { id: record.product, name: record.productName } : null,
  )
  const set = (_: string, next: Product | null) => {
    setProduct(next)
    onChange(next?.id ?? null)
  }
  return (
    <ProductSelect key={key} label={label()} {...starred(true)} {...input} value={product} onChange={set} />
  )
}

function ItemsInput({ form, field: { name } }: Props) {
  const { key, defaultValue, ...input } = inputProps(form, name)
  return <OrderItems key={key} first={defaultValue} {...input} />
}

export const inputs: Record<Field['as'], ComponentType<Props>> = {
  text: TextInput,
  number: TextInput,
  area: ({ form, field: { name, label, input } }) => (
    <TextAreaField {...{ form, name, label: label(), ...input }} />
  ),
  category: CategoryInput,
  status: StatusInput,
  product: ProductInput,
  items: ItemsInput,
  images: ({ form, field: { name, label, most = 1 } }) => (
    <ImagesField {...{ form, name, label: label(), most }} />
  ),
  hidden: () => null,
}
