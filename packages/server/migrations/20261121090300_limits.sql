-- Limit and fee rows in force, and what each person has used.
create table limit_rows (
  row text not null,
  tier smallint not null,
  operation text not null,
  time_window text not null constraint limit_rows_window_known check (time_window in ('transaction', 'always', '24h', '7d', '30d')),
  amount_cents bigint not null constraint limit_rows_amount_positive check (amount_cents > 0),
  effective_from timestamptz not null default '2026-01-01T00:00:00Z',
  constraint limit_rows_pkey primary key (row, tier, effective_from)
)
--;;
insert into limit_rows (row, tier, operation, time_window, amount_cents) values
  ('L-01', 0, 'outside', 'transaction', 25000),
  ('L-02', 0, 'outside', '30d', 100000),
  ('L-03', 0, 'balance', 'always', 100000),
  ('L-04', 1, 'outgoing', 'transaction', 100000),
  ('L-05', 1, 'outgoing', '30d', 1000000),
  ('L-06', 2, 'outgoing', 'transaction', 1000000),
  ('L-07', 2, 'outgoing', '30d', 2000000),
  ('L-08', 1, 'inApp', '24h', 250000),
  ('L-08', 2, 'inApp', '24h', 250000),
  ('L-09', 1, 'inApp', '7d', 2000000),
  ('L-09', 2, 'inApp', '7d', 2000000),
  ('L-10', 0, 'card', 'transaction', 1000000),
  ('L-10', 1, 'card', 'transaction', 1000000),
  ('L-10', 2, 'card', 'transaction', 1000000),
  ('L-15', 1, 'deposit', 'transaction', 100000),
  ('L-16', 1, 'deposit', '30d', 1000000),
  ('L-17', 2, 'deposit', 'transaction', 1000000),
  ('L-18', 2, 'deposit', '30d', 2000000)
--;;
create table fee_rows (
  operation text not null,
  from_cents bigint not null,
  bps integer not null constraint fee_rows_bps_bounded check (bps between 0 and 10000),
  fixed_cents bigint not null constraint fee_rows_fixed_not_negative check (fixed_cents >= 0),
  effective_from timestamptz not null default '2026-01-01T00:00:00Z',
  constraint fee_rows_pkey primary key (operation, from_cents, effective_from)
)
--;;
insert into fee_rows (operation, from_cents, bps, fixed_cents) values
  ('in-app', 0, 0, 0),
  ('zelle', 0, 100, 0),
  ('stripe', 0, 290, 30),
  ('paypal', 0, 290, 30),
  ('bank', 0, 150, 150),
  ('bank', 100000, 100, 0),
  ('paypalWithdraw', 0, 150, 150),
  ('paypalWithdraw', 100000, 100, 0)
--;;
grant select on limit_rows, fee_rows to app
--;;
-- One row per accepted operation that counts; given back when the operation is cancelled, returned or reversed. In the order
-- of its moments, so that the part of a bucket that lies behind the edge of a window is read row by row. `operations` are
-- the groups it counts in, joined by commas.
create table limit_usage (
  owner_id uuid not null,
  at timestamptz(3) not null,
  movement_id uuid not null,
  operations text collate "C" not null,
  amount_cents bigint not null constraint limit_usage_amount_positive check (amount_cents > 0),
  given_back_at timestamptz,
  constraint limit_usage_pkey primary key (owner_id, at, movement_id)
)
--;;
-- The same summed up by quarters of an hour, without what was given back: what a window has used is read from here,
-- however many operations there were. `oldest_at` and `newest_at` enclose the operations that are in the sum.
create table limit_buckets (
  owner_id uuid not null,
  starts_at timestamptz not null,
  operations text collate "C" not null,
  cents bigint not null constraint limit_buckets_cents_not_negative check (cents >= 0),
  oldest_at timestamptz(3) not null,
  newest_at timestamptz(3) not null,
  constraint limit_buckets_pkey primary key (owner_id, starts_at, operations)
) with (fillfactor = 70)
--;;
-- A few rows of each person, for ever: one that came to nothing is taken away at once, so that none is left to be pruned.
create table free_operations (
  owner_id uuid not null,
  movement_id uuid not null,
  at timestamptz not null,
  constraint free_operations_pkey primary key (owner_id, movement_id)
)
--;;
-- What no window reaches any more is removed.
grant select, insert, update, delete on limit_usage, limit_buckets to app
--;;
grant select, insert, delete on free_operations to app
