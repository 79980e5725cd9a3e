import type { Row } from './scene.ts'

const on = (...texts: (string | RegExp)[]): Row[] => texts.map((text) => [2, text])
const picked = (...texts: string[]): Row[] => texts.map((text) => [9, text, 'option'])

const list: Row[] = [
  ...picked('Default', 'A-Z', 'Z-A', 'Newest', 'Oldest', '10', '20', '30', '50', '100'),
  [9, 'Rows per page:'],
]
const pictures = 'SVG, PNG, JPG or GIF (MAX. 800x400px)'

/** The specification names most fields in small letters, within a sentence. */
const product = [
  ...['Title', 'Description', 'Category', 'Base price', 'Discount price', 'Stock', 'SKU', 'Stock status'],
  ...['Weight kg', 'Length cm', 'Width cm', 'Height cm', 'Meta title', 'Meta description', 'Product images'],
]

export const shopTexts: Record<string, Row[]> = {
  'shop-overview': on('Profit', 'Spendings', 'Revenue', 'New Users'),
  'shop-products': [...on('Name', 'SKU', 'Status', 'Price', 'Add product'), ...list],
  'shop-categories': [...on('Name', 'Slug', 'Products', 'Parent category', 'Add category'), ...list],
  'shop-orders': [...on('Customer', 'Status', 'Total', 'Date', 'Add order'), ...list],
  'shop-reviews': [...on('Product', 'Rating', 'Text', 'Date', 'Export', 'Add a review'), ...list],
  'shop-new-product': [...on('Add product', 'Save draft', 'Publish product', ...product, pictures)],
  'shop-product': [
    ...on('Edit product', 'Update product', ...product, pictures),
    [4, 'In stock', 'option'],
    [4, 'Out of stock', 'option'],
  ],
  'shop-category': on(
    ...['Title', 'Description', 'Slug', 'Parent category', 'Meta title', 'Meta description'],
    ...['Category image', pictures],
  ),
  'shop-new-order': on('Total products', 'Total price', '0', '$0'),
  'shop-order': [
    ...on('Customer name', 'Lastname', /^Company/, 'Country', 'Street and house number', 'City', 'Zip code'),
    ...on('Phone number', 'Email address', 'Order notice', 'Search products', 'Quantity', 'Add product'),
    ...on('4', '$1899'),
    ...['Processing', 'On hold', 'Cancelled', 'Completed'].map((text): Row => [4, text, 'option']),
  ],
  'shop-new-review': on('Product to rate', 'Rating (1-5)', 'Review text', 'Review images', pictures),
}
