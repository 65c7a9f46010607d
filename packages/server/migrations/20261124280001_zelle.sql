-- The order of two operators that decides about a credit: it claims the credit before anything is posted, and is what finishes it.
alter table zelle_credits add column order_id uuid
