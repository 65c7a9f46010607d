-- The bank's list is read a page at a time, and each page is kept: how far the look under way has got, what it has found taken back,
-- and since when it is a reading of the whole list because the bank lost our cursor.
alter table zelle_feeds
  add column reading text,
  add column gone text[] not null default '{}',
  add column again_since timestamptz
--;;
-- When the list named a credit last, and since when it is missing from a list that was read again.
alter table zelle_credits
  add column listed_at timestamptz,
  add column missing_at timestamptz
--;;
create index zelle_credits_missing on zelle_credits (missing_at) where missing_at is not null
--;;
alter table zelle_orders drop constraint zelle_orders_kind_known
--;;
alter table zelle_orders add constraint zelle_orders_kind_known
  check (kind in ('match', 'credit', 'refund', 'reject', 'gone', 'found', 'import'))
