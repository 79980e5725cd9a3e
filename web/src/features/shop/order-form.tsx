import { orderBody, orderStatuses, type ShopRecord } from '@ats/contract/shop/shop.ts'
import { m } from '#texts'
import { inputProps, TextField } from '#ui/form/fields.tsx'
import { FieldRow } from '#ui/form/form-page.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { type Item, OrderItems } from './order-items.tsx'
import { recordScreen, ShopFormPage } from './shop-form-page.tsx'
import { StatusField } from './status-field.tsx'
import { type Image, useShopForm } from './use-shop-form.ts'

const fields = [
  ['customerName', m.shop_customer_name, 'given-name'],
  ['lastname', m.shop_lastname, 'family-name'],
  ['company', m.shop_company_optional, 'organization'],
  ['country', m.shop_country, 'country-name'],
  ['street', m.shop_street, 'street-address'],
  ['city', m.shop_city, 'address-level2'],
  ['zipCode', m.shop_zip_code, 'postal-code'],
  ['phone', m.shop_phone, 'tel'],
  ['email', m.shop_email, 'email'],
] as const

const empty = Object.fromEntries(fields.map(([name]) => [name, ''])) as Record<
  (typeof fields)[number][0],
  string
>

type Props = { record?: ShopRecord<'orders'> | undefined }

export function OrderForm({ record }: Props) {
  const { id, ...whole } = record ?? { id: undefined }
  const form = useShopForm({
    kind: 'orders',
    record,
    schema: orderBody,
    numbers: [],
    initial: {
      ...{ ...empty, notice: '', status: 'Processing', items: [] as Item[], images: [] as Image[] },
      ...whole,
    },
  })
  const { key, defaultValue, ...input } = inputProps(form, 'items')
  return (
    <ShopFormPage
      kind="orders"
      form={form}
      id={id}
      submit={id === undefined ? m.shop_order_new_title() : m.shop_order_update()}
    >
      <FieldRow>
        {fields.map(([name, label, autoComplete]) => (
          <TextField
            key={name}
            form={form}
            name={name}
            label={label()}
            autoComplete={`section-order ${autoComplete}`}
            required={name !== 'company'}
          />
        ))}
        <StatusField form={form} name="status" label={m.shop_status()} statuses={orderStatuses} />
      </FieldRow>
      <TextAreaField form={form} name="notice" label={m.shop_notice()} />
      <OrderItems key={key} first={defaultValue as Item[]} {...input} />
    </ShopFormPage>
  )
}

export const EditOrder = recordScreen('orders', OrderForm)
