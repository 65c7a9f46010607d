-- Sends and requests that are made later. `occurrence` is the ordinal, from 0, of the run that comes next, and `due_at` its moment;
-- a run and the step to the next one are written together. The time of day and the day of the month follow from `start_at` in
-- `time_zone`, so that a short month does not move those after it.
create table schedules (
  owner_id uuid not null,
  schedule_id uuid not null,
  payee_id uuid not null,
  call text not null constraint schedules_call_known check (call in ('sendInApp', 'createRequest')),
  amount_cents bigint not null constraint schedules_amount_positive check (amount_cents > 0),
  note text not null,
  purpose text not null constraint schedules_purpose_known check (purpose in ('personal', 'goods')),
  every text not null constraint schedules_every_known check (every in ('once', 'week', 'twoWeeks', 'month')),
  time_zone text not null,
  start_at timestamptz not null,
  until_day text constraint schedules_until_form check (until_day ~ '^\d{4}-\d{2}-\d{2}$'),
  max_runs integer constraint schedules_max_runs_positive check (max_runs > 0),
  -- Of everything that was asked for: the same again while it goes on is the same schedule.
  request_hash text not null,
  -- When its owner proved that it is them, for exactly this; null where nobody was asked.
  proved_at timestamptz,
  state text not null constraint schedules_state_known check (state in ('active', 'paused', 'ended', 'cancelled')),
  end_reason text constraint schedules_end_reason_known check (end_reason in ('done', 'payeeUnavailable', 'accountClosed')),
  waits_for_proof boolean not null default false,
  occurrence integer not null default 0 constraint schedules_occurrence_not_negative check (occurrence >= 0),
  due_at timestamptz not null,
  -- When the notice of the day before is given; null once it was, or where none is.
  notice_at timestamptz,
  -- The second try of a run that was refused.
  retry_at timestamptz,
  runs integer not null default 0 constraint schedules_runs_not_negative check (runs >= 0),
  last_due_at timestamptz,
  last_at timestamptz,
  last_outcome text constraint schedules_last_outcome_known check (last_outcome in ('made', 'failed', 'retrying')),
  last_code text,
  last_movement_id uuid,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint schedules_pkey primary key (owner_id, schedule_id),
  constraint schedules_end_of_one_kind check (until_day is null or max_runs is null),
  constraint schedules_reason_when_ended check ((state = 'ended') = (end_reason is not null)),
  constraint schedules_proof_wanted_when_paused check (not waits_for_proof or state = 'paused'),
  constraint schedules_retry_when_active check (retry_at is null or (state = 'active' and last_outcome = 'retrying')),
  constraint schedules_last_whole check ((last_at is null) = (last_due_at is null) and (last_at is null) = (last_outcome is null))
)
--;;
create unique index schedules_made_once on schedules (owner_id, request_hash) where state in ('active', 'paused')
--;;
grant select, insert, update on schedules to app
--;;
-- When each active schedule is looked at next: a notice, a run, or another try. A process claims one by moving its moment on.
create table schedule_alarms (
  schedule_id uuid not null,
  owner_id uuid not null,
  at timestamptz not null,
  constraint schedule_alarms_pkey primary key (schedule_id)
)
--;;
create index schedule_alarms_due on schedule_alarms (at)
--;;
grant select, insert, update, delete on schedule_alarms to app
