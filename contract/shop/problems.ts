import { refusal } from '../problems/refusal.ts'

/** Messages of the shop's schemas. */
export const shopFieldRefusals = {
  'shop-title-required': refusal(400, 'Please enter a title.'),
  'shop-amount-wrong': refusal(400, 'Please enter a number from 0 to 1000000.'),
  'shop-count-wrong': refusal(400, 'Please enter a whole number from 0 to 1000000.'),
  'shop-quantity-wrong': refusal(400, 'Please enter a whole number from 1 to 10000.'),
  'shop-slug-wrong': refusal(400, 'Use lowercase letters, digits and hyphens, such as office-chairs.'),
  'shop-rating-wrong': refusal(400, 'Please give a rating from 1 to 5.'),
  'shop-product-required': refusal(400, 'Please choose a product.'),
  'shop-items-required': refusal(400, 'Please add at least one product.'),
}

export const shopRefusals = {
  'shop-discount-wrong': refusal(400, 'The discount price cannot be above the base price.'),
  'shop-sku-taken': refusal(400, 'There is already a product with this SKU.'),
  'shop-slug-taken': refusal(400, 'There is already a category with this slug.'),
  'shop-category-unknown': refusal(400, 'This category does not exist.'),
  'shop-category-circle': refusal(400, 'A category cannot be inside itself or one of its own subcategories.'),
  'shop-product-unknown': refusal(400, 'This product does not exist, or is not published.'),
  'shop-in-use': refusal(409, 'Other records use it, so it cannot be deleted.'),
  'shop-needs-everywhere': refusal(
    403,
    'The shop belongs to no place. Only people who see every place can do this.',
  ),
  'shop-pictures-full': refusal(409, 'There are already ten images.'),
}
