-- The sample shop. Nothing outside of it points here, so that it can go as a whole. People know its records by small
-- numbers, the ledger by ids. Prices, weights and lengths are whole hundredths.
create table shop_categories (
  number integer generated always as identity primary key,
  id uuid not null unique default uuidv7(),
  title text not null check (length(title) between 1 and 200),
  description text not null,
  slug text not null constraint shop_categories_slug unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  parent integer constraint shop_categories_parent references shop_categories,
  meta_title text not null,
  meta_description text not null,
  created_at timestamptz not null default now()
);
create index shop_categories_by_parent on shop_categories (parent);

create table shop_products (
  number integer generated always as identity primary key,
  id uuid not null unique default uuidv7(),
  title text not null check (length(title) between 1 and 200),
  description text not null,
  category integer constraint shop_products_category references shop_categories,
  base_price integer not null check (base_price >= 0),
  discount_price integer check (discount_price >= 0),
  stock integer not null check (stock >= 0),
  sku text not null,
  stock_status text not null check (stock_status in ('In stock', 'Out of stock')),
  weight integer,
  length integer,
  width integer,
  height integer,
  meta_title text not null,
  meta_description text not null,
  published boolean not null,
  created_at timestamptz not null default now(),
  constraint shop_products_discount check (discount_price <= base_price)
);
create unique index shop_products_sku on shop_products (lower(sku)) where sku <> '';
create index shop_products_by_category on shop_products (category);

create table shop_orders (
  number integer generated always as identity primary key,
  id uuid not null unique default uuidv7(),
  customer_name text not null,
  lastname text not null,
  company text not null,
  country text not null,
  street text not null,
  city text not null,
  zip_code text not null,
  phone text not null,
  email text not null,
  notice text not null,
  status text not null check (status in ('Processing', 'On hold', 'Cancelled', 'Completed')),
  created_at timestamptz not null default now()
);

-- Name and price as they were when the product came into the order.
create table shop_order_items (
  order_number integer not null references shop_orders on delete cascade,
  product integer not null references shop_products,
  position integer not null,
  name text not null,
  price integer not null check (price >= 0),
  quantity integer not null check (quantity > 0),
  primary key (order_number, product)
);
create index shop_order_items_by_product on shop_order_items (product);

create table shop_reviews (
  number integer generated always as identity primary key,
  id uuid not null unique default uuidv7(),
  product integer not null constraint shop_reviews_product references shop_products,
  rating integer not null check (rating between 1 and 5),
  review_text text not null,
  created_at timestamptz not null default now()
);
create index shop_reviews_by_product on shop_reviews (product);

create table shop_pictures (
  id uuid primary key default uuidv7(),
  file text not null,
  products integer references shop_products on delete cascade,
  categories integer references shop_categories on delete cascade,
  reviews integer references shop_reviews on delete cascade,
  check (num_nonnulls(products, categories, reviews) = 1)
);
create index shop_pictures_by_file on shop_pictures (file);
create index shop_pictures_of_products on shop_pictures (products);
create index shop_pictures_of_categories on shop_pictures (categories);
create index shop_pictures_of_reviews on shop_pictures (reviews);

-- Sample rows: what was spent in a month.
create table shop_spendings (
  month date primary key,
  amount integer not null
);
