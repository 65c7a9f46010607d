-- The ledger's tables. The owner comes first in every key, so that the tables can be distributed by owner; no foreign
-- key crosses owners and no trigger exists. What the posting code decides under the row lock is repeated here as CHECKs.

create table accounts (
  owner_id uuid not null,
  account text collate "C" not null,
  currency text not null,
  balance_cents bigint not null default 0,
  held_cents bigint not null default 0,
  seq bigint not null default 0,
  floor_cents bigint,
  status text not null default 'open',
  constraint accounts_pkey primary key (owner_id, account),
  constraint accounts_name_well_formed check (account ~ '^[a-z][a-z0-9-]*(:[a-z0-9-]+)?$'),
  constraint accounts_currency_well_formed check (currency ~ '^[A-Z]{3}$'),
  constraint accounts_status_known check (status in ('open', 'frozen', 'closed')),
  constraint accounts_held_not_negative check (held_cents >= 0),
  constraint accounts_seq_not_negative check (seq >= 0),
  constraint accounts_above_floor check (floor_cents is null or balance_cents - held_cents >= floor_cents)
) with (fillfactor = 50)
--;;
-- Under which currency, floor and status an account stands: a row when it is opened and one for each change, never changed
-- themselves. What `accounts` says of it is compared with the last of them.
create table account_terms (
  owner_id uuid not null,
  account text collate "C" not null,
  n integer not null,
  currency text not null,
  floor_cents bigint,
  status text not null,
  at timestamptz not null default clock_timestamp(),
  -- In this order the rows are sealed.
  transaction_number bigint not null default pg_current_xact_id()::text::bigint,
  constraint account_terms_pkey primary key (owner_id, account, n),
  constraint account_terms_in_order check (n > 0)
)
--;;
create index account_terms_written on account_terms (transaction_number)
--;;
create table entries (
  owner_id uuid not null,
  account text collate "C" not null,
  seq bigint not null,
  transfer_id uuid not null,
  leg smallint not null,
  amount_cents bigint not null,
  balance_after_cents bigint not null,
  counter_owner_id uuid not null,
  counter_account text collate "C" not null,
  kind text not null,
  reverses uuid,
  created_at timestamptz not null,
  constraint entries_pkey primary key (owner_id, account, seq),
  constraint entries_once_per_leg unique (owner_id, account, transfer_id, leg),
  constraint entries_seq_positive check (seq > 0),
  constraint entries_amount_not_zero check (amount_cents <> 0)
)
--;;
create table holds (
  owner_id uuid not null,
  hold_id uuid not null,
  account text collate "C" not null,
  amount_cents bigint not null,
  settled_cents bigint not null default 0,
  released_cents bigint not null default 0,
  state text not null default 'open',
  purpose text not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint holds_pkey primary key (owner_id, hold_id),
  constraint holds_amount_positive check (amount_cents > 0),
  constraint holds_parts_not_negative check (settled_cents >= 0 and released_cents >= 0),
  constraint holds_parts_within_amount check (settled_cents + released_cents <= amount_cents),
  constraint holds_state_known check (state in ('open', 'settled', 'released', 'expired')),
  constraint holds_open_while_something_is_held
    check ((state = 'open') = (settled_cents + released_cents < amount_cents)),
  constraint holds_ended_when_not_open check ((state = 'open') = (ended_at is null))
) with (fillfactor = 70)
--;;
-- What an account holds is summed from here, however many holds have ended.
create index holds_open on holds (owner_id, account) where state = 'open'
--;;
create table reversals (
  owner_id uuid not null,
  transfer_id uuid not null,
  account text collate "C" not null,
  moved_cents bigint not null,
  returned_cents bigint not null,
  constraint reversals_pkey primary key (owner_id, transfer_id, account),
  constraint reversals_against_the_movement check (sign(moved_cents) * sign(returned_cents) = -1),
  constraint reversals_within_the_movement check (abs(returned_cents) <= abs(moved_cents))
) with (fillfactor = 70)
--;;
create table idempotency (
  owner_id uuid not null,
  key text collate "C" not null,
  request_hash text not null,
  status text not null,
  answer json,
  transfer_id uuid not null,
  created_at timestamptz not null,
  constraint idempotency_pkey primary key (owner_id, key),
  constraint idempotency_key_well_formed check (length(key) <= 200 and key ~ '^[!-~]+$'),
  constraint idempotency_status_known check (status in ('accepted', 'refused'))
)
--;;
-- Answers are pruned from the oldest on; new ones always go to the end of this index, which keeps it cheap.
create index idempotency_answered on idempotency (created_at) where answer is not null
--;;
create table money_frozen (
  id boolean not null default true,
  frozen boolean not null default false,
  reason text,
  changed_at timestamptz not null default now(),
  constraint money_frozen_pkey primary key (id),
  constraint money_frozen_one_row check (id)
)
--;;
insert into money_frozen default values
--;;
-- Whoever serves people may stop all money and cannot let it move again: no role has a right to change the row itself.
-- Says whether money was moving until now.
create function freeze_money(why text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  -- As a value: a table that is copied to every machine takes no clock in a change. No finer than the product can hold it,
  -- the moment tells one freeze from another.
  since timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  update money_frozen set frozen = true, reason = why, changed_at = since where not frozen;
  return found;
end
$$
--;;
revoke execute on function freeze_money from public
--;;
grant execute on function freeze_money to app
--;;
-- One row per batch: which accounts it wrote, and from which number to which. What is behind the last look of the checker
-- and of the sealer is found here, whose order is that of the transactions, without an index or a column on the entries.
-- No CHECK: preparing one for each statement costs more than the row.
create table batches (
  transaction_number bigint not null default pg_current_xact_id()::text::bigint,
  at timestamptz not null default clock_timestamp(),
  owner_ids uuid[] not null,
  accounts text[] collate "C" not null,
  seqs_before bigint[] not null,
  seqs_after bigint[] not null,
  constraint batches_pkey primary key (transaction_number)
)
--;;
-- Ids are random: compressing them costs time and gains nothing.
alter table batches alter column owner_ids set storage external, alter column accounts set storage external,
  alter column seqs_before set storage external, alter column seqs_after set storage external
--;;
-- The hash chain over batches and their entries; see `src/seal-chain.ts`.
create table entry_seals (
  n bigint not null,
  first bigint not null,
  last bigint not null,
  count integer not null,
  previous_hash bytea not null,
  rows_hash bytea not null,
  leaves bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default clock_timestamp(),
  constraint entry_seals_pkey primary key (n),
  constraint entry_seals_count_positive check (count > 0),
  constraint entry_seals_in_order check (last >= first)
)
--;;
alter table entry_seals alter column leaves set storage external
--;;
-- The same over the terms of accounts.
create table account_seals (
  n bigint not null,
  first bigint not null,
  last bigint not null,
  count integer not null,
  previous_hash bytea not null,
  rows_hash bytea not null,
  leaves bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null default clock_timestamp(),
  constraint account_seals_pkey primary key (n),
  constraint account_seals_count_positive check (count > 0),
  constraint account_seals_in_order check (last >= first)
)
--;;
alter table account_seals alter column leaves set storage external
--;;
-- How far the checker has looked, and where its rounds over the accounts and the entries have come to.
create table check_progress (
  id boolean not null default true,
  transaction_number bigint not null default 0,
  entries bigint not null default 0,
  looked_at timestamptz,
  violations json not null default '[]',
  account_owner_id uuid not null default '00000000-0000-0000-0000-000000000000',
  account text collate "C" not null default '',
  entry_owner_id uuid not null default '00000000-0000-0000-0000-000000000000',
  entry_account text collate "C" not null default '',
  entry_seq bigint not null default 0,
  constraint check_progress_pkey primary key (id),
  constraint check_progress_one_row check (id)
)
--;;
insert into check_progress default values
--;;
grant select, insert, update (balance_cents, held_cents, seq, status) on accounts to app
--;;
grant select, insert on account_terms, entries to app
--;;
grant select, insert, update (settled_cents, released_cents, state, ended_at) on holds to app
--;;
grant select, insert, update (returned_cents) on reversals to app
--;;
grant select, insert, update (answer) on idempotency to app
--;;
grant select on money_frozen to app
--;;
grant select, update on check_progress to app
--;;
grant select, insert on batches, entry_seals, account_seals to app
--;;
grant select on accounts, account_terms, entries, holds, reversals, idempotency, money_frozen, batches, entry_seals,
  account_seals, check_progress to auditor
