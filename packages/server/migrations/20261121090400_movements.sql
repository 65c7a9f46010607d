-- What people see of their money: one row per party under the same movement_id; and the payments that cross to a provider.
-- Moments are kept to the millisecond, as the product knows them: a page goes on exactly where the last one ended.
create table movements (
  owner_id uuid not null,
  movement_id uuid not null,
  type text not null,
  state text not null constraint movements_state_known check (state in ('PENDING', 'ON HOLD', 'CANCELLED', 'COMPLETED')),
  method text not null constraint movements_method_known check (method in ('wallet', 'zelle', 'card', 'paypal', 'bank')),
  direction smallint not null constraint movements_direction_known check (direction in (-1, 1)),
  amount_cents bigint not null constraint movements_amount_positive check (amount_cents > 0),
  fee_cents bigint not null default 0 constraint movements_fee_not_negative check (fee_cents >= 0),
  scheduled_fee_cents bigint not null default 0,
  currency text not null default 'USD',
  counterpart_id uuid,
  counterpart_name text,
  counterpart_handle text,
  counterpart_image_id uuid,
  counterpart_is_business boolean not null default false,
  note text not null default '',
  private_note text,
  reference text not null,
  balance_after_cents bigint,
  entry_seq bigint,
  transfer_id uuid,
  hold_reason text,
  cancel_reason text,
  expected_from date,
  expected_to date,
  timeline jsonb not null default '[]',
  details jsonb not null default '{}',
  linked_id uuid,
  send_session_id uuid,
  search_text text not null,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  paid_at timestamptz,
  constraint movements_pkey primary key (owner_id, movement_id),
  constraint movements_cancelled_with_reason check (state <> 'CANCELLED' or cancel_reason is not null),
  constraint movements_held_with_reason check (state <> 'ON HOLD' or hold_reason is not null)
)
--;;
create index movements_newest on movements (owner_id, created_at desc, movement_id desc)
--;;
create index movements_counterpart on movements (owner_id, counterpart_id, created_at desc, movement_id desc) where counterpart_id is not null
--;;
-- What is not final yet: a handful of rows however long the history is.
create index movements_under_way on movements (owner_id) where state in ('PENDING', 'ON HOLD')
--;;
-- Deposits under way alone: they count against the cap on a balance, and are read with every operation.
create index movements_incoming on movements (owner_id) include (amount_cents) where state in ('PENDING', 'ON HOLD') and type = 'deposit'
--;;
grant select, insert, update on movements to app
--;;
-- A send session groups the attempts of one payment that leaves for a provider's page.
create table send_sessions (
  owner_id uuid not null,
  session_id uuid not null,
  movement_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint send_sessions_pkey primary key (owner_id, session_id)
)
--;;
grant select, insert, update on send_sessions to app
--;;
-- Written before a provider is called, in the same batch as the money; `body` is the exact request, so that a retry says the same.
create table provider_operations (
  owner_id uuid not null,
  ref uuid not null,
  rail text not null,
  kind text not null,
  amount_cents bigint not null constraint provider_operations_amount_positive check (amount_cents > 0),
  fee_cents bigint not null,
  waived_cents bigint not null default 0,
  state text not null constraint provider_operations_state_known check (state in ('created', 'awaitingPayment', 'processing', 'succeeded', 'failed', 'expired', 'cancelled', 'refunded', 'disputed')),
  body jsonb not null,
  idempotency_key text not null,
  attempts integer not null default 0,
  provider_id text,
  payment_id text,
  url text,
  reason text,
  first_sent_at timestamptz,
  key_expires_at timestamptz,
  next_look_at timestamptz,
  lease_until timestamptz,
  fence integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint provider_operations_pkey primary key (owner_id, ref)
)
--;;
grant select, insert, update on provider_operations to app
--;;
-- Which operations a sweeper should look at; keyed by the operation alone and read in order of time.
create table open_operations (
  ref uuid not null,
  owner_id uuid not null,
  rail text not null,
  look_at timestamptz not null,
  constraint open_operations_pkey primary key (ref)
)
--;;
create index open_operations_due on open_operations (look_at)
--;;
grant select, insert, update, delete on open_operations to app
--;;
create table provider_objects (
  provider text not null,
  object_id text not null,
  owner_id uuid not null,
  ref uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint provider_objects_pkey primary key (provider, object_id)
)
--;;
grant select, insert on provider_objects to app
--;;
create table provider_customers (
  owner_id uuid not null,
  provider text not null,
  customer_id text not null,
  constraint provider_customers_pkey primary key (owner_id, provider)
)
--;;
grant select, insert, update on provider_customers to app
--;;
create table webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  object_id text not null,
  occurred_at timestamptz,
  received_at timestamptz not null default clock_timestamp(),
  processed_at timestamptz,
  outcome text,
  constraint webhook_events_pkey primary key (provider, event_id)
)
--;;
grant select, insert, update on webhook_events to app
