import { CategoryForm, EditCategory } from './category-form.tsx'
import { EditOrder, OrderForm } from './order-form.tsx'
import { EditProduct, ProductForm } from './product-form.tsx'
import { EditReview, ReviewForm } from './review-form.tsx'

/** Loaded together: screens of a sample do not count among those that decide what every page carries. */
export const forms = {
  ...{ CategoryForm, EditCategory, OrderForm, EditOrder },
  ...{ ProductForm, EditProduct, ReviewForm, EditReview },
}
