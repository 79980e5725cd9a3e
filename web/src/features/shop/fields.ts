import { mostPictures, orderStatuses, type ShopKind, stockStatuses } from '@ats/contract/shop/shop.ts'
import type { TextInputProps } from '@mantine/core'
import { m } from '#texts'

/** A field of a form: its name in the API, its label and its kind of input. */
export type Field = {
  as: 'text' | 'area' | 'number' | 'category' | 'status' | 'product' | 'items' | 'images' | 'hidden'
  name: string
  label: () => string
  hint?: () => string
  /** The initial value of a new record; empty by default. */
  initial?: unknown
  statuses?: readonly string[]
  /** The maximum number of images. */
  most?: number
  /** The field for which this one proposes a value. */
  proposes?: string
  input?: Pick<TextInputProps, 'required' | 'maxLength' | 'autoComplete' | 'inputMode'>
}

type Label = Field['label']
const field = (as: Field['as'], name: string, label: Label, more: Partial<Field> = {}): Field => ({
  ...{ as, name, label },
  ...more,
})
const text = (name: string, label: Label, input: Field['input'] = {}) => field('text', name, label, { input })
const area = (name: string, label: Label, input: Field['input'] = {}) => field('area', name, label, { input })
const decimal = (name: string, label: Label, input: Field['input'] = {}) =>
  field('number', name, label, { input: { inputMode: 'decimal', ...input } })
const ofPerson = (name: string, label: Label, autoComplete: string) =>
  text(name, label, { required: name !== 'company', autoComplete: `section-order ${autoComplete}` })
const images = (label: Label, most: number) => field('images', 'images', label, { most, initial: [] })

const required = true
const title = text('title', m.shop_title, { required, maxLength: 200 })
const description = area('description', m.shop_description)
const meta = [
  text('metaTitle', m.shop_meta_title, { maxLength: 200 }),
  area('metaDescription', m.shop_meta_description, { maxLength: 500 }),
]

/** The forms from top to bottom; fields in a nested list are side by side. */
export const formsOf: Record<ShopKind, readonly (Field | readonly Field[])[]> = {
  products: [
    title,
    description,
    [
      field('category', 'category', m.shop_category),
      decimal('basePrice', m.shop_base_price, { required }),
      decimal('discountPrice', m.shop_discount_price),
      field('number', 'stock', m.shop_stock, { initial: 0, input: { inputMode: 'numeric' } }),
      text('sku', m.shop_sku, { maxLength: 100, autoComplete: 'off' }),
      field('status', 'stockStatus', m.shop_stock_status, { statuses: stockStatuses, initial: 'In stock' }),
      decimal('weight', m.shop_weight),
      decimal('length', m.shop_length),
      decimal('width', m.shop_width),
      decimal('height', m.shop_height),
    ],
    ...meta,
    images(m.shop_product_images, mostPictures),
    field('hidden', 'published', m.shop_publish, { initial: true }),
  ],
  categories: [
    { ...title, proposes: 'slug' },
    description,
    field('text', 'slug', m.shop_slug, { hint: m.shop_slug_hint, input: { required } }),
    field('category', 'parent', m.shop_parent_category),
    ...meta,
    images(m.shop_category_image, 1),
  ],
  orders: [
    [
      ofPerson('customerName', m.shop_customer_name, 'given-name'),
      ofPerson('lastname', m.shop_lastname, 'family-name'),
      ofPerson('company', m.shop_company_optional, 'organization'),
      ofPerson('country', m.shop_country, 'country-name'),
      ofPerson('street', m.shop_street, 'street-address'),
      ofPerson('city', m.shop_city, 'address-level2'),
      ofPerson('zipCode', m.shop_zip_code, 'postal-code'),
      ofPerson('phone', m.shop_phone, 'tel'),
      ofPerson('email', m.shop_email, 'email'),
      field('status', 'status', m.shop_status, { statuses: orderStatuses, initial: 'Processing' }),
    ],
    area('notice', m.shop_notice),
    field('items', 'items', m.shop_items, { initial: [] }),
  ],
  reviews: [
    field('product', 'product', m.shop_product_to_rate, { initial: null }),
    field('number', 'rating', m.shop_rating_scale, { input: { required, inputMode: 'numeric' } }),
    area('reviewText', m.shop_review_text, { required }),
    images(m.shop_review_images, mostPictures),
  ],
}
