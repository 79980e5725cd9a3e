import type { ShopRecord } from '@ats/contract/shop/shop.ts'
import { Button, CloseButton, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '#kernel/words/format.ts'
import { m } from '#texts'
import { type Product, ProductSelect } from './product-select.tsx'
import classes from './shop.module.css'
import { formatPrice } from './values.ts'

export type Item = ShopRecord<'orders'>['items'][number]

type Props = { first: Item[]; onChange: (items: Item[]) => void; error?: string | undefined }

const quantities = { type: 'number', min: 1, max: 10_000, step: 1 } as const
const isQuantity = (value: number) => Number.isInteger(value) && value >= 1 && value <= 10_000

/** The products of an order, with their prices at the time they were added, and the total. */
export function OrderItems({ first, onChange, error }: Props) {
  const [items, setItems] = useState(first)
  const [added, setAdded] = useState(0)
  const set = (next: Item[]) => {
    setItems(next)
    onChange(next)
  }
  const add = ({ id, name, price = 0 }: Product, quantity: number) => {
    setAdded(added + 1)
    const there = items.find(({ product }) => product === id)
    if (there === undefined) set([...items, { product: id, name, price, quantity }])
    else count(id, there.quantity + quantity)
  }
  const count = (id: number, quantity: number) =>
    set(items.map((item) => (item.product === id ? { ...item, quantity } : item)))
  return (
    <section className={classes.items} aria-label={m.shop_items()}>
      <Title order={2} size="h4">
        {m.shop_items()}
      </Title>
      <AddProduct onAdd={add} />
      {error !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
      <ul>
        {items.map((item) => (
          <li key={item.product}>
            <span className={classes.itemName}>
              {item.name}
              <small>{formatPrice(item.price)}</small>
            </span>
            <TextInput
              {...quantities}
              w={80}
              aria-label={m.shop_quantity_of({ name: item.name })}
              defaultValue={item.quantity}
              key={`${item.product} ${added}`}
              onChange={({ currentTarget: { valueAsNumber: value } }) =>
                isQuantity(value) && count(item.product, value)
              }
            />
            <span className={classes.itemTotal}>{formatPrice(item.price * item.quantity)}</span>
            <CloseButton
              aria-label={m.shop_item_remove({ name: item.name })}
              onClick={() => set(items.filter((other) => other !== item))}
            />
          </li>
        ))}
      </ul>
      <Totals items={items} />
    </section>
  )
}

function Totals({ items }: { items: Item[] }) {
  const sum = (of: (item: Item) => number) => items.reduce((total, item) => total + of(item), 0)
  return (
    <div role="status" className={classes.totals}>
      <dl>
        <dt>{m.shop_total_products()}</dt>
        <dd>{formatNumber(sum(({ quantity }) => quantity))}</dd>
        <dt>{m.shop_total_price()}</dt>
        <dd>{formatPrice(sum(({ price, quantity }) => price * quantity))}</dd>
      </dl>
    </div>
  )
}

function AddProduct({ onAdd }: { onAdd: (product: Product, quantity: number) => void }) {
  const [product, setProduct] = useState<Product | null>(null)
  const [quantity, setQuantity] = useState('1')
  const [round, setRound] = useState(0)
  const add = () => {
    if (product === null || !isQuantity(Number(quantity))) return
    onAdd(product, Number(quantity))
    setProduct(null)
    setQuantity('1')
    setRound(round + 1)
  }
  return (
    <div className={classes.addProduct}>
      <ProductSelect
        key={round}
        label={m.shop_product_find()}
        value={product}
        onChange={(_, next) => setProduct(next)}
      />
      <TextInput
        {...quantities}
        w={96}
        label={m.shop_quantity()}
        value={quantity}
        onChange={(event) => setQuantity(event.currentTarget.value)}
      />
      <Button variant="default" aria-disabled={product === null} onClick={add}>
        {m.shop_product_new_title()}
      </Button>
    </div>
  )
}
