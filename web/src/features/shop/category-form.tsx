import { categoryBody, type ShopRecord } from '@ats/contract/shop/shop.ts'
import { useRef } from 'react'
import { m } from '#texts'
import { TextField } from '#ui/form/fields.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'
import { slugOf } from './calculations.ts'
import { CategoryField } from './category-field.tsx'
import { ImagesField } from './images-field.tsx'
import { MetaFields } from './meta-fields.tsx'
import { recordScreen, ShopFormPage } from './shop-form-page.tsx'
import { type Image, useShopForm } from './use-shop-form.ts'

type Props = { record?: ShopRecord<'categories'> | undefined }

export function CategoryForm({ record }: Props) {
  const { id, ...whole } = record ?? { id: undefined }
  const form = useShopForm({
    kind: 'categories',
    record,
    schema: categoryBody,
    numbers: ['parent'],
    initial: {
      ...{ title: '', description: '', slug: '', metaTitle: '', metaDescription: '', images: [] as Image[] },
      ...whole,
      parent: record?.parent == null ? '' : String(record.parent),
    },
  })
  const proposed = useRef('')
  /** A slug that somebody wrote stays as it is. */
  const proposeSlug = (title: string) => {
    if (id !== undefined || form.fields.getValues().slug !== proposed.current) return
    proposed.current = slugOf(title)
    form.fields.setFieldValue('slug', proposed.current)
  }
  return (
    <ShopFormPage
      kind="categories"
      form={form}
      id={id}
      submit={id === undefined ? m.shop_category_new_title() : m.shop_category_update()}
    >
      <TextField
        form={form}
        name="title"
        label={m.shop_title()}
        required
        maxLength={200}
        onInput={(event) => proposeSlug(event.currentTarget.value)}
      />
      <TextAreaField form={form} name="description" label={m.shop_description()} />
      <TextField form={form} name="slug" label={m.shop_slug()} description={m.shop_slug_hint()} required />
      <CategoryField form={form} name="parent" label={m.shop_parent_category()} except={id} />
      <MetaFields form={form} />
      <ImagesField form={form} name="images" label={m.shop_category_image()} most={1} />
    </ShopFormPage>
  )
}

export const EditCategory = recordScreen('categories', CategoryForm)
