-- What operators decide about payments by Zelle. Each order is proposed by one and approved by another; the product carries it out,
-- once, and says what became of it.
create table zelle_orders (
  id uuid not null,
  kind text not null constraint zelle_orders_kind_known check (kind in ('match', 'credit', 'refund', 'reject', 'import')),
  credit_id uuid,
  movement_id uuid,
  -- Of an import: what the bank lists.
  csv text,
  evidence text not null constraint zelle_orders_evidenced check (evidence <> ''),
  maker text not null,
  proposed_at timestamptz not null default clock_timestamp(),
  checker text,
  approved_at timestamptz,
  outcome text,
  ended_at timestamptz,
  constraint zelle_orders_pkey primary key (id),
  constraint zelle_orders_four_eyes check (checker is null or checker <> maker),
  constraint zelle_orders_approved_whole check ((checker is null) = (approved_at is null)),
  constraint zelle_orders_ended_whole check ((outcome is null) = (ended_at is null) and (ended_at is null or approved_at is not null))
)
--;;
create index zelle_orders_waiting on zelle_orders (approved_at) where approved_at is not null and ended_at is null
--;;
grant select, insert, update (checker, approved_at) on zelle_orders to console
--;;
grant select, update (outcome, ended_at) on zelle_orders to app
--;;
grant select on zelle_orders to auditor
--;;
grant select on zelle_credits, zelle_waiting, zelle_feeds to console
