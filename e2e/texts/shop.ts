import type { Row } from './scene.ts'

const on = (...texts: string[]): Row[] => texts.map((text) => [2, text])

const list: Row[] = [
  ...['A-Z', 'Z-A', 'Newest', 'Oldest'].map((text): Row => [2, text, 'option']),
  ...['default', 'az', 'za', 'newest', 'oldest'].map((value): Row => [9, value, 'value']),
  ...['Default', '10', '20', '30', '50', '100'].map((text): Row => [9, text, 'option']),
  [9, 'Rows per page:'],
]
const pictures = 'SVG, PNG, JPG or GIF (MAX. 800x400px)'

/** The specification names most fields in lower case, within a sentence. */
const product = [
  ...['Title', 'Description', 'Category', 'Base price', 'Discount price', 'Stock', 'SKU', 'Stock status'],
  ...['Weight kg', 'Length cm', 'Width cm', 'Height cm', 'Meta title', 'Meta description', 'Product images'],
]

const category = [
  ...['Title', 'Description', 'Slug', 'Parent category', 'Meta title', 'Meta description'],
  ...['Category image', pictures],
]

const order = [
  ...['Customer name', 'Lastname', 'Company (optional)', 'Country', 'Street and house number', 'City'],
  ...['Zip code', 'Phone number', 'Email address', 'Order notice', 'Products in the order'],
  ...['Search products', 'Quantity', 'Add product', 'Total products', 'Total price'],
]

const review = ['Product to rate', 'Rating (1-5)', 'Review text', 'Review images', pictures]

export const shopTexts: Record<string, Row[]> = {
  'shop-overview': on('Overview', 'Profit', 'Spendings', 'Revenue', 'New Users'),
  'shop-products': [...on('Name', 'SKU', 'Status', 'Price', 'Add product'), ...list],
  'shop-categories': [...on('Name', 'Slug', 'Products', 'Parent category', 'Add category'), ...list],
  'shop-orders': [...on('Customer', 'Status', 'Total', 'Date', 'Add order'), ...list],
  'shop-reviews': [
    ...on('Product', 'Rating', 'Text', 'Date', 'Export', 'Add a review'),
    [2, 'Search reviews...', 'hint'],
    ...list,
  ],
  'shop-none': [[8, 'There are no records to display']],
  'shop-new-product': on('Add product', 'Save draft', 'Publish product', ...product, pictures),
  'shop-product': [
    ...on('Edit product', 'Update product', ...product, pictures),
    [4, 'In stock', 'option'],
    [4, 'Out of stock', 'option'],
  ],
  'shop-new-category': on('Add category', ...category),
  'shop-category': on('Edit category', ...category),
  'shop-new-order': on('Add order', ...order, '0', '$0'),
  'shop-order': [
    ...on('Edit order', ...order, '4', '$1899'),
    ...['Processing', 'On hold', 'Cancelled', 'Completed'].map((text): Row => [4, text, 'option']),
  ],
  'shop-new-review': on('Add a review', ...review),
  'shop-review': on('Edit review', ...review),
}
