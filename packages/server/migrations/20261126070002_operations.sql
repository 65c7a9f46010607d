-- What operators answer and decide in tickets and disputes, for the product to carry out. What moves money takes a second operator.
create table support_orders (
  id uuid not null,
  digest text not null,
  kind text not null constraint support_orders_kind_known
    check (kind in ('answer', 'ask', 'close', 'investigate', 'credit', 'resolveFor', 'resolveAgainst')),
  owner_id uuid not null,
  ticket_id uuid not null,
  dispute_id uuid,
  -- What the person will read.
  text_sealed text,
  reason text not null constraint support_orders_reason_given check (reason <> ''),
  maker text not null,
  proposed_at timestamptz not null,
  checker text,
  approved_at timestamptz,
  ended_at timestamptz,
  outcome text,
  constraint support_orders_pkey primary key (id),
  constraint support_orders_digest_once unique (digest),
  constraint support_orders_two_people check (checker <> maker),
  constraint support_orders_approval_whole check ((checker is null) = (approved_at is null)),
  constraint support_orders_dispute_named
    check (kind not in ('investigate', 'credit', 'resolveFor', 'resolveAgainst') or dispute_id is not null)
)
--;;
create index support_orders_waiting on support_orders (proposed_at) where ended_at is null
--;;
grant select, insert, update (checker, approved_at) on support_orders to console
--;;
grant select, update (ended_at, outcome, text_sealed) on support_orders to app
--;;
grant select on support_orders to auditor
