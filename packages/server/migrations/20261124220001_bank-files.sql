-- Withdrawals that leave in files to our own bank. One entry for each withdrawal; its place in a file is given once.
create sequence nacha_traces minvalue 1 maxvalue 9999999 no cycle
--;;
create table nacha_files (
  id uuid not null,
  -- Of New York; with the modifier it is the file's name for good.
  day text not null constraint nacha_files_day_form check (day ~ '^\d{4}-\d{2}-\d{2}$'),
  modifier text not null constraint nacha_files_modifier_form check (modifier ~ '^[A-Z0-9]$'),
  reference text not null,
  effective_day text not null,
  state text not null constraint nacha_files_state_known
    check (state in ('built', 'staged', 'handedOver', 'acknowledged', 'rejected', 'settled')),
  -- As its control record says.
  entries integer not null constraint nacha_files_entries_positive check (entries > 0),
  credit_cents bigint not null constraint nacha_files_credit_positive check (credit_cents > 0),
  hash text not null,
  sha256 text not null,
  content_sealed text not null,
  built_at timestamptz not null,
  handed_over_at timestamptz,
  answered_at timestamptz,
  settled_at timestamptz,
  -- The line of the bank's statement that says so.
  settled_by text,
  -- Why the bank has refused it.
  reason text,
  lease_until timestamptz,
  constraint nacha_files_pkey primary key (id),
  constraint nacha_files_name unique (day, modifier),
  constraint nacha_files_reference unique (reference),
  constraint nacha_files_settled_whole check ((settled_at is null) = (state <> 'settled') and (settled_at is null) = (settled_by is null))
)
--;;
create index nacha_files_under_way on nacha_files (built_at) where state not in ('rejected', 'settled')
--;;
create table nacha_entries (
  -- The withdrawal's.
  ref uuid not null,
  -- Of the network, never used again: our bank's eight digits and a sequence.
  trace text not null constraint nacha_entries_trace_form check (trace ~ '^\d{15}$'),
  amount_cents bigint not null constraint nacha_entries_amount_positive check (amount_cents > 0),
  destination_sealed text not null,
  collected_at timestamptz not null,
  -- Null while it waits for its file.
  file_id uuid,
  refused text,
  return_code text,
  return_trace text,
  return_cents bigint,
  return_information text,
  returned_at timestamptz,
  -- What receiving banks want otherwise, oldest first.
  corrections_sealed text,
  constraint nacha_entries_pkey primary key (ref),
  constraint nacha_entries_trace unique (trace),
  constraint nacha_entries_return_whole check ((return_code is null) = (return_trace is null) and (return_code is null) = (returned_at is null)),
  constraint nacha_entries_return_of_a_file check (return_code is null or file_id is not null)
)
--;;
create index nacha_entries_waiting on nacha_entries (trace) where file_id is null
--;;
create index nacha_entries_of_a_file on nacha_entries (file_id)
--;;
-- What the bank has handed to us, each file once whatever its name.
create table nacha_answers (
  sha256 text not null,
  name text not null,
  kind text not null constraint nacha_answers_kind_known check (kind in ('acknowledgement', 'sentBack', 'statement', 'unreadable')),
  content_sealed text not null,
  received_at timestamptz not null,
  -- Of a statement: what can be spent, and when it could.
  balance_cents bigint,
  balance_at timestamptz,
  -- What in it belongs to nothing of ours, for an operator.
  oddities jsonb not null default '[]',
  constraint nacha_answers_pkey primary key (sha256),
  constraint nacha_answers_balance_whole check ((balance_cents is null) = (balance_at is null))
)
--;;
create index nacha_answers_received on nacha_answers (received_at)
--;;
grant usage on sequence nacha_traces to app
--;;
grant select, insert, update on nacha_files, nacha_entries, nacha_answers to app
--;;
grant select (id, day, modifier, reference, effective_day, state, entries, credit_cents, hash, sha256, built_at, handed_over_at, answered_at, settled_at, settled_by, reason) on nacha_files to console
--;;
grant select (ref, trace, amount_cents, collected_at, file_id, refused, return_code, return_trace, return_cents, returned_at) on nacha_entries to console
--;;
grant select (sha256, name, kind, received_at, balance_cents, balance_at, oddities) on nacha_answers to console
