/** What everybody opens of the sample shop below /dashboard/{location}, and the heading it shows. */
export const shopAddresses = [
  ['/landing-v2', 'Overview'],
  ['/products', 'Products'],
  ['/categories', 'Categories'],
  ['/reviews', 'Reviews'],
] as const

/** Records whose heading waits for the server. */
export const shopRecords = [
  ['/products/1', 'Edit product'],
  ['/categories/1', 'Edit category'],
  ['/reviews/1', 'Edit review'],
] as const

/** What takes the Master permission. */
export const shopForms = [
  ['/orders', 'Orders'],
  ['/products/create-product', 'Add product'],
  ['/categories/create-category', 'Add category'],
  ['/orders/create-order', 'Add order'],
  ['/reviews/create-review', 'Add a review'],
] as const

const lists = ['products', 'categories', 'orders', 'reviews'] as const
const one = { products: 'product', categories: 'category', orders: 'order', reviews: 'review' } as const

/** The forms that links name otherwise, without a location and with one, and where they lead. */
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
