-- Counters, live events, audit, switches and usage events: what every feature stands on.
create table rate_counters (
  key text not null,
  window_started_at timestamptz not null,
  count integer not null,
  blocked_until timestamptz,
  constraint rate_counters_pkey primary key (key)
)
--;;
grant select, insert, update, delete on rate_counters to app
--;;
-- What a person is told at one moment: the names of the events joined by commas, and what each of them says, in the same
-- order. `id` is the number of the last of them; those before it have the numbers before it.
create table live_events (
  owner_id uuid not null,
  id bigint not null,
  events text not null,
  data text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint live_events_pkey primary key (owner_id, id)
)
--;;
-- Read once an hour only, to forget what is old: rows come in the order of time, so that their blocks can be skipped by it.
create index live_events_created on live_events using brin (created_at)
--;;
-- Changed again and again in place.
create table live_cursors (
  owner_id uuid not null,
  last_id bigint not null,
  constraint live_cursors_pkey primary key (owner_id)
) with (fillfactor = 50)
--;;
grant select, insert, update, delete on live_events, live_cursors to app
--;;
create table audit_log (
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_kind text not null constraint audit_log_actor_kind check (actor_kind in ('user', 'operator', 'system', 'anonymous')),
  actor_id text,
  session_id uuid,
  network text,
  request_id text,
  action text not null,
  object_type text,
  object_id text,
  result text not null,
  code text,
  details jsonb,
  -- In this order the rows are sealed; a row comes to the end of the one index there is.
  transaction_number bigint not null default pg_current_xact_id()::text::bigint,
  constraint audit_log_pkey primary key (transaction_number, id)
)
--;;
grant select, insert on audit_log to app
--;;
-- The hash chain over the audit trail, in the columns of the ledger's own.
create table audit_seals (
  n bigint not null,
  first bigint not null,
  last bigint not null,
  count integer not null,
  previous_hash bytea not null,
  rows_hash bytea not null,
  leaves bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default clock_timestamp(),
  constraint audit_seals_pkey primary key (n),
  constraint audit_seals_count_positive check (count > 0),
  constraint audit_seals_in_order check (last >= first)
)
--;;
alter table audit_seals alter column leaves set storage external
--;;
grant select, insert on audit_seals to app
--;;
grant select on audit_log, audit_seals to auditor
--;;
create table usage_events (
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  name text not null,
  props jsonb not null,
  signed_in boolean not null,
  constraint usage_events_pkey primary key (id)
)
--;;
grant select, insert on usage_events to app
--;;
create table switches (
  name text not null,
  is_on boolean not null,
  text_key text,
  until timestamptz,
  updated_at timestamptz not null default clock_timestamp(),
  constraint switches_pkey primary key (name)
)
--;;
grant select, insert, update on switches to app
