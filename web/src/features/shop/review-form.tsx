import { mostPictures, reviewBody, type ShopRecord } from '@ats/contract/shop/shop.ts'
import { useState } from 'react'
import { m } from '#texts'
import { inputProps, starred, TextField } from '#ui/form/fields.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { ImagesField } from './images-field.tsx'
import { type Product, ProductSelect } from './product-select.tsx'
import { recordScreen, ShopFormPage } from './shop-form-page.tsx'
import { type Image, useShopForm } from './use-shop-form.ts'

type Props = { record?: ShopRecord<'reviews'> | undefined }

export function ReviewForm({ record }: Props) {
  const id = record?.id
  const [product, setProduct] = useState<Product | null>(
    record ? { id: record.product, name: record.productName } : null,
  )
  const form = useShopForm({
    kind: 'reviews',
    record,
    schema: reviewBody,
    numbers: ['rating'],
    initial: {
      product: record?.product ?? null,
      rating: record === undefined ? '' : String(record.rating),
      reviewText: record?.reviewText ?? '',
      images: (record?.images ?? []) as Image[],
    },
  })
  const { key, defaultValue: _, onChange, ...input } = inputProps(form, 'product')
  return (
    <ShopFormPage
      kind="reviews"
      form={form}
      id={id}
      submit={id === undefined ? m.shop_review_new_title() : m.shop_review_update()}
    >
      <ProductSelect
        key={key}
        label={m.shop_product_to_rate()}
        {...starred(true)}
        {...input}
        value={product}
        onChange={(next) => {
          setProduct(next)
          onChange(next?.id ?? null)
        }}
      />
      <TextField form={form} name="rating" label={m.shop_rating_scale()} inputMode="numeric" required />
      <TextAreaField form={form} name="reviewText" label={m.shop_review_text()} required />
      <ImagesField form={form} name="images" label={m.shop_review_images()} most={mostPictures} />
    </ShopFormPage>
  )
}

export const EditReview = recordScreen('reviews', ReviewForm)
