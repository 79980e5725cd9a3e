import { m } from '#texts'
import { type InForm, TextField } from '#ui/form/fields.tsx'
import { TextAreaField } from '#ui/form/text-area-field.tsx'

/** What search engines are told. */
export function MetaFields<V extends Record<'metaTitle' | 'metaDescription', unknown>>({
  form,
}: Pick<InForm<V>, 'form'>) {
  return (
    <>
      <TextField form={form} name="metaTitle" label={m.shop_meta_title()} maxLength={200} />
      <TextAreaField form={form} name="metaDescription" label={m.shop_meta_description()} maxLength={500} />
    </>
  )
}
