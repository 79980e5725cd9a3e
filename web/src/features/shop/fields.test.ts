import { expect, test } from 'vitest'
import { formsOf } from './fields.ts'

test('the form of a product has its fields in the order of the specification', () => {
  const names = formsOf.products.flatMap((part) => ('as' in part ? [part] : part)).map(({ name }) => name)
  expect(names).toEqual([
    ...['title', 'description', 'category', 'basePrice', 'discountPrice', 'stock', 'sku', 'stockStatus'],
    ...['weight', 'length', 'width', 'height', 'metaTitle', 'metaDescription', 'images', 'published'],
  ])
})
