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
create table live_events (
  owner_id uuid not null,
  id bigint not null,
  event text not null,
  data jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint live_events_pkey primary key (owner_id, id)
)
--;;
create index live_events_created on live_events (created_at)
--;;
create table live_cursors (
  owner_id uuid not null,
  last_id bigint not null,
  constraint live_cursors_pkey primary key (owner_id)
)
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
  transaction_number xid8 not null default pg_current_xact_id(),
  constraint audit_log_pkey primary key (id)
)
--;;
grant select, insert on audit_log to app
--;;
grant select on audit_log to auditor
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
