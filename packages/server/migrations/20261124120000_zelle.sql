-- Money in by Zelle: what a person means to pay, and what the bank says has come.
-- A payment that was begun: its memo code, and the number and holder that its owner gave.
create table zelle_intents (
  owner_id uuid not null,
  ref uuid not null,
  code text not null constraint zelle_intents_code_form check (code ~ '^[2-9A-HJKMNP-Z]{8}$'),
  total_cents bigint not null constraint zelle_intents_total_positive check (total_cents > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmation text,
  holder_name text,
  confirmed_at timestamptz,
  -- Different numbers that were given.
  tries integer not null default 0,
  constraint zelle_intents_pkey primary key (owner_id, ref),
  constraint zelle_intents_confirmed_whole check ((confirmation is null) = (confirmed_at is null) and (confirmation is null) = (holder_name is null))
)
--;;
create index zelle_intents_numbers on zelle_intents (owner_id, confirmation) where confirmation is not null
--;;
-- Those that still wait for their money, for everybody's credits to be held against.
create table zelle_waiting (
  ref uuid not null,
  owner_id uuid not null,
  code text not null,
  total_cents bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  confirmation text,
  holder_name text,
  confirmed_at timestamptz,
  -- A credit that names it and does not fit lies with the operators; it does not end by itself.
  is_disputed boolean not null default false,
  constraint zelle_waiting_pkey primary key (ref)
)
--;;
create index zelle_waiting_codes on zelle_waiting (code)
--;;
create index zelle_waiting_numbers on zelle_waiting (confirmation) where confirmation is not null
--;;
-- Credits of our own bank account. One is known by `external_id`, which stays when a pending line is replaced by a posted one.
create table zelle_credits (
  id uuid not null,
  source text not null,
  external_id text not null,
  line_id text not null,
  amount_cents bigint not null constraint zelle_credits_amount_positive check (amount_cents > 0),
  posted_on text not null,
  payer text,
  reference text,
  memo text,
  -- What in the memo may be a code.
  codes text[] not null,
  state text not null constraint zelle_credits_state_known check (state in ('pending', 'posted', 'removed')),
  seen_at timestamptz not null,
  -- When it came into the books, and when it was taken out again because the bank took it back.
  booked_at timestamptz,
  unbooked_at timestamptz,
  -- Which payment it is for; one that does not fit is `disputed`.
  claim_ref uuid,
  claim_owner_id uuid,
  claimed_by text constraint zelle_credits_claimed_by_known check (claimed_by in ('code', 'number', 'operator', 'disputed')),
  -- How it ended: credited to somebody, or paid back by an operator.
  ended_as text constraint zelle_credits_ended_as_known check (ended_as in ('credited', 'refunded')),
  ended_at timestamptz,
  constraint zelle_credits_pkey primary key (source, external_id),
  constraint zelle_credits_claimed_whole check ((claim_ref is null) = (claimed_by is null) and (claim_ref is null) = (claim_owner_id is null)),
  constraint zelle_credits_ended_whole check ((ended_as is null) = (ended_at is null))
)
--;;
create unique index zelle_credits_id on zelle_credits (id)
--;;
create index zelle_credits_lines on zelle_credits (source, line_id)
--;;
create index zelle_credits_open on zelle_credits (seen_at) where ended_at is null
--;;
-- A number is used once.
create unique index zelle_credits_number_once on zelle_credits (source, reference) where claimed_by = 'number'
--;;
-- How far the bank's list has been read, in the same transaction as what was read.
create table zelle_feeds (
  source text not null,
  cursor text,
  read_at timestamptz not null,
  constraint zelle_feeds_pkey primary key (source)
)
--;;
grant select, insert, update on zelle_intents to app
--;;
grant select, insert, update, delete on zelle_waiting to app
--;;
grant select, insert, update on zelle_credits, zelle_feeds to app
