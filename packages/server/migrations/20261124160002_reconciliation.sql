-- Where a provider's own report and our books of a rail differ, one row for each, until it is explained.
create table reconciliation_differences (
  rail text not null,
  what text not null constraint reconciliation_differences_what_known
    check (what in ('missingHere', 'missingThere', 'otherAmount', 'duplicate', 'unrecognised')),
  -- The provider's object, or our transfer where there is none.
  subject text not null,
  at timestamptz not null,
  theirs_cents bigint,
  ours_cents bigint,
  ref text,
  state text not null constraint reconciliation_differences_state_known check (state in ('open', 'explained')),
  -- Why: `clearing` and `agreed` are found out by themselves, anything else is an operator's words.
  explanation text,
  explained_by text,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  constraint reconciliation_differences_pkey primary key (rail, what, subject),
  constraint reconciliation_differences_explained check ((state = 'explained') = (explanation is not null))
)
--;;
create index reconciliation_differences_open on reconciliation_differences (at) where state = 'open'
--;;
grant select, insert, update on reconciliation_differences to app
--;;
grant select, update (state, explanation, explained_by) on reconciliation_differences to console
--;;
-- Comparisons, ordered by an operator or by the clock, and what came of them.
create table reconciliation_runs (
  id uuid not null,
  rail text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  ordered_by text not null,
  ordered_at timestamptz not null,
  ended_at timestamptz,
  -- `compared`, `noReport` where the rail's provider keeps none here, or `failed`: the report could not be read to its end.
  outcome text,
  lines integer,
  entries integer,
  open_differences integer,
  constraint reconciliation_runs_pkey primary key (id)
)
--;;
create index reconciliation_runs_waiting on reconciliation_runs (ordered_at) where ended_at is null
--;;
grant select, insert, update (ended_at, outcome, lines, entries, open_differences) on reconciliation_runs to app
--;;
grant select, insert on reconciliation_runs to console
