-- The rest of the identity check: tier 2, documents that run out, appeals, hand-off to another device, and operators' orders.
-- A review is of one tier.
alter table kyc_cases add column tier smallint not null default 1 constraint kyc_cases_tier_known check (tier in (1, 2))
--;;
-- A business hands in a paper of the company beside its proof of address. Of an identity document: the ISO day on which it
-- runs out, as the reviewer read it, and once it has, until when its tier lasts.
alter table kyc_items add column company_doc_type text, add column company_file_id uuid,
  add column expires_on text constraint kyc_items_expires_on_a_day check (expires_on ~ '^\d{4}-\d{2}-\d{2}$'),
  add column notice_ends_at timestamptz
--;;
create index kyc_items_run_out on kyc_items (expires_on) where status = 'Approved' and expires_on is not null
--;;
create index kyc_items_noticed on kyc_items (notice_ends_at) where notice_ends_at is not null
--;;
-- A person asks for a decision to be looked at again; one at a time. What was written is sealed.
create table kyc_appeals (
  owner_id uuid not null,
  appeal_id uuid not null,
  state text not null constraint kyc_appeals_state_known check (state in ('open', 'answered')),
  text_sealed text not null,
  answer_sealed text,
  -- Whether the answer gives the person their tries again.
  gives_tries boolean not null default false,
  created_at timestamptz not null,
  answered_at timestamptz,
  constraint kyc_appeals_pkey primary key (owner_id, appeal_id),
  constraint kyc_appeals_answered check ((state = 'answered') = (answered_at is not null) and (answered_at is null) = (answer_sealed is null))
)
--;;
create unique index kyc_appeals_one_open on kyc_appeals (owner_id) where state = 'open'
--;;
-- How long reviews took, without whose they were: the promise on the screens is measured by it.
create table kyc_review_times (
  case_id uuid not null,
  submitted_at timestamptz not null,
  decided_at timestamptz not null,
  constraint kyc_review_times_pkey primary key (case_id)
)
--;;
create index kyc_review_times_newest on kyc_review_times (decided_at)
--;;
-- What operators order about a person's identity check. Only their commands' role writes here; the product carries it out,
-- once, and says what became of it. Texts that the person will read are sealed.
create table kyc_orders (
  id uuid not null,
  owner_id uuid not null,
  kind text not null constraint kyc_orders_kind_known check (kind in ('approve', 'deny', 'ask', 'revoke', 'reopen', 'answer')),
  details jsonb not null,
  text_sealed text,
  reason text not null,
  operator text not null,
  ordered_at timestamptz not null default clock_timestamp(),
  outcome text,
  ended_at timestamptz,
  constraint kyc_orders_pkey primary key (id),
  constraint kyc_orders_ended_somehow check ((ended_at is null) = (outcome is null))
)
--;;
create index kyc_orders_waiting on kyc_orders (ordered_at) where ended_at is null
--;;
-- Another device goes on with the photos of a session. Its code is kept hashed and works once.
create table session_handoffs (
  owner_id uuid not null,
  handoff_id uuid not null,
  session_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  constraint session_handoffs_pkey primary key (owner_id, handoff_id)
)
--;;
create table handoff_codes (
  code_hash bytea not null,
  owner_id uuid not null,
  handoff_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint handoff_codes_pkey primary key (code_hash)
)
--;;
grant select, insert, update on kyc_appeals, session_handoffs to app
--;;
grant select, insert, update, delete on handoff_codes to app
--;;
grant select, insert, delete on kyc_review_times to app
--;;
grant select, insert on kyc_orders to console
--;;
grant select, update (outcome, ended_at) on kyc_orders to app
--;;
grant select on kyc_items, kyc_cases, kyc_appeals, files to console
--;;
grant select on kyc_orders, kyc_appeals to auditor
