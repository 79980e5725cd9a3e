import { mostPictures, productBody, type ShopRecord, stockStatuses } from '@ats/contract/shop/shop.ts'
import { Button } from '@mantine/core'
import { m } from '#texts'
import { TextField } from '#ui/form/fields.tsx'
import { FieldRow } from '#ui/form/form-page.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { CategoryField } from './category-field.tsx'
import { ImagesField } from './images-field.tsx'
import { MetaFields } from './meta-fields.tsx'
import { recordScreen, ShopFormPage } from './shop-form-page.tsx'
import { StatusField } from './status-field.tsx'
import { type Image, useShopForm } from './use-shop-form.ts'

const numbers = [
  ...(['category', 'basePrice', 'discountPrice', 'stock'] as const),
  ...(['weight', 'length', 'width', 'height'] as const),
]
const sizes = { weight: m.shop_weight, length: m.shop_length, width: m.shop_width, height: m.shop_height }
const shown = (value: number | null | undefined) => (value == null ? '' : String(value))

type Props = { record?: ShopRecord<'products'> | undefined }

export function ProductForm({ record }: Props) {
  const { id, ...whole } = record ?? { id: undefined }
  const form = useShopForm({
    kind: 'products',
    record,
    schema: productBody,
    numbers,
    initial: {
      ...{ title: '', description: '', sku: '', stockStatus: 'In stock', metaTitle: '', metaDescription: '' },
      ...{ published: true, images: [] as Image[], ...whole },
      ...{ category: shown(record?.category), basePrice: shown(record?.basePrice) },
      ...{ discountPrice: shown(record?.discountPrice), stock: shown(record?.stock ?? 0) },
      ...{ weight: shown(record?.weight), length: shown(record?.length) },
      ...{ width: shown(record?.width), height: shown(record?.height) },
    },
  })
  const saveAs = (published: boolean) => () => {
    form.fields.setFieldValue('published', published as never)
    form.submit()
    // The submit button says by itself what it does.
    form.fields.setFieldValue('published', (record?.published ?? true) as never)
  }
  return (
    <ShopFormPage
      kind="products"
      form={form}
      id={id}
      submit={id === undefined ? m.shop_publish() : m.shop_product_update()}
      ways={
        record?.published !== true && (
          <Button variant="default" onClick={saveAs(id !== undefined)}>
            {id === undefined ? m.shop_save_draft() : m.shop_publish()}
          </Button>
        )
      }
    >
      <TextField form={form} name="title" label={m.shop_title()} required maxLength={200} />
      <TextAreaField form={form} name="description" label={m.shop_description()} />
      <FieldRow>
        <CategoryField form={form} name="category" label={m.shop_category()} />
        <TextField form={form} name="sku" label={m.shop_sku()} maxLength={100} autoComplete="off" />
        <TextField form={form} name="basePrice" label={m.shop_base_price()} inputMode="decimal" required />
        <TextField form={form} name="discountPrice" label={m.shop_discount_price()} inputMode="decimal" />
        <TextField form={form} name="stock" label={m.shop_stock()} inputMode="numeric" />
        <StatusField form={form} name="stockStatus" label={m.shop_stock_status()} statuses={stockStatuses} />
        {(['weight', 'length', 'width', 'height'] as const).map((name) => (
          <TextField key={name} form={form} name={name} label={sizes[name]()} inputMode="decimal" />
        ))}
      </FieldRow>
      <MetaFields form={form} />
      <ImagesField form={form} name="images" label={m.shop_product_images()} most={mostPictures} />
    </ShopFormPage>
  )
}

export const EditProduct = recordScreen('products', ProductForm)
