-- What people write to support. What they and we wrote is sealed (`_sealed`) and stands in messages alone; `asked_hash` is of everything
-- a ticket was made with: the same again, while nobody has answered, is the same ticket.
create table support_tickets (
  owner_id uuid not null,
  ticket_id uuid not null,
  module text not null constraint support_tickets_module_known
    check (module in ('account', 'payments', 'withdrawals', 'invoices', 'kyc', 'rewards', 'other')),
  state text not null constraint support_tickets_state_known check (state in ('open', 'waitingForYou', 'answered', 'closed')),
  movement_id uuid,
  dispute_id uuid,
  concern_type text constraint support_tickets_concern_known
    check (concern_type in ('identityCheck', 'restriction', 'limit', 'refusal')),
  concern_code text,
  asked_hash text not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint support_tickets_pkey primary key (owner_id, ticket_id),
  constraint support_tickets_concern_whole check ((concern_type is null) = (concern_code is null)),
  constraint support_tickets_dispute_of_movement check (dispute_id is null or movement_id is not null)
)
--;;
-- For operators: who waits for us, the longest first.
create index support_tickets_waiting on support_tickets (updated_at) where state = 'open'
--;;
grant select, insert, update on support_tickets to app
--;;
create table support_messages (
  owner_id uuid not null,
  message_id uuid not null,
  ticket_id uuid not null,
  author text not null constraint support_messages_author_known check (author in ('owner', 'support')),
  text_sealed text not null,
  at timestamptz not null,
  constraint support_messages_pkey primary key (owner_id, message_id)
)
--;;
create index support_messages_of_ticket on support_messages (owner_id, ticket_id, message_id)
--;;
-- Append-only, but for the keys under which texts are sealed.
grant select, insert, update (text_sealed) on support_messages to app
--;;
-- A problem that a person reports with a transaction of theirs, and the deadlines that it sets us (12 CFR 1005.11). Days are days in New
-- York. What was said about it stands in its ticket.
create table disputes (
  owner_id uuid not null,
  dispute_id uuid not null,
  movement_id uuid not null,
  ticket_id uuid not null,
  reference text not null,
  kind text not null constraint disputes_kind_known
    check (kind in ('unauthorised', 'wrongAmount', 'notReceived', 'duplicate', 'other')),
  state text not null constraint disputes_state_known
    check (state in ('opened', 'investigating', 'provisionalCredit', 'resolvedForUser', 'resolvedAgainst', 'withdrawn')),
  amount_cents bigint not null constraint disputes_amount_positive check (amount_cents > 0),
  asked_hash text not null,
  answer_day text not null constraint disputes_answer_day_form check (answer_day ~ '^\d{4}-\d{2}-\d{2}$'),
  final_day text not null constraint disputes_final_day_form check (final_day ~ '^\d{4}-\d{2}-\d{2}$'),
  -- Whether the amount is credited when there is no answer by then.
  credit_due boolean not null,
  credit_state text constraint disputes_credit_known check (credit_state in ('given', 'final', 'toTakeBack', 'takenBack')),
  credit_movement_id uuid,
  credited_at timestamptz,
  take_back_day text constraint disputes_take_back_day_form check (take_back_day ~ '^\d{4}-\d{2}-\d{2}$'),
  taken_cents bigint not null default 0 constraint disputes_taken_in_bounds check (taken_cents between 0 and amount_cents),
  owed_cents bigint not null default 0 constraint disputes_owed_in_bounds check (owed_cents between 0 and amount_cents),
  -- The last day of which operators were told that its deadline is near, or past.
  warned_day text,
  timeline jsonb not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint disputes_pkey primary key (owner_id, dispute_id),
  constraint disputes_answer_before_end check (answer_day <= final_day),
  constraint disputes_credit_whole check ((credit_state is null) = (credit_movement_id is null)
    and (credit_state is null) = (credited_at is null)),
  constraint disputes_credit_fits_state check (case state
    when 'opened' then credit_state is null
    when 'investigating' then credit_state is null
    when 'provisionalCredit' then credit_state = 'given'
    when 'resolvedForUser' then credit_state is null or credit_state = 'final'
    else credit_state is null or credit_state in ('toTakeBack', 'takenBack') end),
  constraint disputes_take_back_has_day check ((take_back_day is not null) = (coalesce(credit_state, '') in ('toTakeBack', 'takenBack'))),
  constraint disputes_taken_whole check (taken_cents + owed_cents = case when credit_state = 'takenBack' then amount_cents else 0 end)
)
--;;
create unique index disputes_one_open on disputes (owner_id, movement_id)
  where state in ('opened', 'investigating', 'provisionalCredit')
--;;
grant select, insert, update on disputes to app
--;;
-- When each dispute is looked at next. A process claims one by moving its moment on.
create table dispute_alarms (
  dispute_id uuid not null,
  owner_id uuid not null,
  at timestamptz not null,
  constraint dispute_alarms_pkey primary key (dispute_id)
)
--;;
create index dispute_alarms_due on dispute_alarms (at)
--;;
grant select, insert, update, delete on dispute_alarms to app
--;;
grant select on support_tickets, support_messages, disputes to console, auditor
--;;
-- For operators, who are told a number: whose it is.
create index support_tickets_by_id on support_tickets (ticket_id)
--;;
create index disputes_by_id on disputes (dispute_id)
