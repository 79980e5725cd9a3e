/** Screens of the sample shop below /dashboard/{location} that everybody may open, and their headings. */
export const shopAddresses = [
  ['/landing-v2', 'Overview'],
  ['/products', 'Products'],
  ['/categories', 'Categories'],
  ['/reviews', 'Reviews'],
] as const

/** Records whose heading depends on a response. */
export const shopRecords = [
  ['/products/1', 'Edit product'],
  ['/categories/1', 'Edit category'],
  ['/reviews/1', 'Edit review'],
] as const

/** Screens that require the Master permission. */
export const shopForms = [
  ['/orders', 'Orders'],
  ['/products/create-product', 'Add product'],
  ['/categories/create-category', 'Add category'],
  ['/orders/create-order', 'Add order'],
  ['/reviews/create-review', 'Add a review'],
] as const

const lists = ['products', 'categories', 'orders', 'reviews'] as const
const one = { products: 'product', categories: 'category', orders: 'order', reviews: 'review' } as const

/** Alternative addresses of the forms, with and without a location, and their targets. */
export const shopLinks = lists.flatMap((list) => {
  const [added, created] = [`/${list}/add-${one[list]}`, `/${list}/create-${one[list]}`]
  return [
    ...[`/${list}`, `/${list}/1`, created].map((path) => [path, `/dashboard/default${path}`] as const),
    [`/dashboard/${list}/1`, `/dashboard/default/${list}/1`] as const,
    [added, `/dashboard/default${created}`] as const,
    [`/dashboard${added}`, `/dashboard/default${created}`] as const,
    [`/dashboard/mumbai${added}`, `/dashboard/mumbai${created}`] as const,
  ]
})
