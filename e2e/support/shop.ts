/** Every address of the sample shop below /dashboard/{location}, and the heading it shows. */
export const shopAddresses = [
  ['/landing-v2', 'Overview'],
  ['/products', 'Products'],
  ['/products/create-product', 'Add product'],
  ['/products/1', 'Edit product'],
  ['/categories', 'Categories'],
  ['/categories/create-category', 'Add category'],
  ['/categories/1', 'Edit category'],
  ['/orders', 'Orders'],
  ['/orders/create-order', 'Add order'],
  ['/orders/1', 'Edit order'],
  ['/reviews', 'Reviews'],
  ['/reviews/1', 'Edit review'],
  ['/reviews/create-review', 'Add a review'],
] as const

const lists = ['products', 'categories', 'orders', 'reviews'] as const
const one = { products: 'product', categories: 'category', orders: 'order', reviews: 'review' } as const

/** The forms that links name otherwise, without a location and with one, and where they lead. */
export const shopLinks = lists.flatMap((list) => [
  [`/${list}/1`, `/dashboard/default/${list}/1`] as const,
  [`/dashboard/${list}/1`, `/dashboard/default/${list}/1`] as const,
  [`/${list}/create-${one[list]}`, `/dashboard/default/${list}/create-${one[list]}`] as const,
  [`/${list}/add-${one[list]}`, `/dashboard/default/${list}/create-${one[list]}`] as const,
  [`/dashboard/mumbai/${list}/add-${one[list]}`, `/dashboard/mumbai/${list}/create-${one[list]}`] as const,
])
