-- What a person sells. A product that is deleted keeps its row, which the invoices made from it name; they carry their own copies
-- of name, price and picture. The picture is a row of pictures under the same owner.
create table products (
  owner_id uuid not null,
  product_id uuid not null,
  name text not null,
  price_cents bigint not null constraint products_price_above_a_cent check (price_cents > 1),
  image_file_id uuid,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz,
  constraint products_pkey primary key (owner_id, product_id)
)
--;;
create index products_kept on products (owner_id, name, product_id) where deleted_at is null
--;;
grant select, insert, update on products to app
