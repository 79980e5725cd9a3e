import type { ShopRecord } from '@ats/contract/shop/shop.ts'
import { ActionIcon, Button, NumberInput, Text, Title } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { m } from '#texts'
import { type Product, ProductSelect } from './product-select.tsx'
import classes from './shop.module.css'
import { formatPrice } from './values.ts'

export type Item = ShopRecord<'orders'>['items'][number]

type Props = { first: Item[]; onChange: (items: Item[]) => void; error?: string | undefined }

const quantities = {
  min: 1,
  max: 10_000,
  allowDecimal: false,
  clampBehavior: 'strict',
  hideControls: true,
} as const

/** The products of an order, with their prices as they were when they were added, and what they come to. */
export function OrderItems({ first, onChange, error }: Props) {
  const [items, setItems] = useState(first)
  const set = (next: Item[]) => {
    setItems(next)
    onChange(next)
  }
  const add = ({ id, name, price = 0 }: Product, quantity: number) => {
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
            <NumberInput
              {...quantities}
              w={80}
              aria-label={m.shop_quantity_of({ name: item.name })}
              value={item.quantity}
              onChange={(value) => typeof value === 'number' && value > 0 && count(item.product, value)}
            />
            <span className={classes.itemTotal}>{formatPrice(item.price * item.quantity)}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={m.shop_item_remove({ name: item.name })}
              onClick={() => set(items.filter((other) => other !== item))}
            >
              <IconX size={16} />
            </ActionIcon>
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
  const [quantity, setQuantity] = useState<number | string>(1)
  const [round, setRound] = useState(0)
  const add = () => {
    if (product === null) return
    onAdd(product, Number(quantity) || 1)
    setProduct(null)
    setQuantity(1)
    setRound(round + 1)
  }
  return (
    <div className={classes.addProduct}>
      <ProductSelect key={round} label={m.shop_product_find()} value={product} onChange={setProduct} />
      <NumberInput {...quantities} w={96} label={m.shop_quantity()} value={quantity} onChange={setQuantity} />
      <Button variant="default" aria-disabled={product === null} onClick={add}>
        {m.shop_product_new_title()}
      </Button>
    </div>
  )
}
