const ofThing = 'the name of a thing that is sold'
const customer = 'about a customer of the shop, who has no account'

/** The part of `personalData` that goes with the shop. */
export const shopPersonalData = {
  shop_categories: {
    kept: { title: ofThing, description: ofThing },
    free: ['slug', 'meta_title', 'meta_description'],
  },
  shop_order_items: { free: ['name'] },
  shop_orders: {
    kept: {
      ...{ customer_name: customer, lastname: customer, company: customer, country: customer },
      ...{ street: customer, city: customer, zip_code: customer, phone: customer, email: customer },
      notice: customer,
    },
    free: ['status'],
  },
  shop_pictures: { free: ['file'] },
  shop_products: {
    kept: { title: ofThing, description: ofThing },
    free: ['sku', 'stock_status', 'meta_title', 'meta_description'],
  },
  shop_reviews: { kept: { review_text: customer } },
}
