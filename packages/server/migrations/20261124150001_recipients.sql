-- Bank accounts that people withdraw to. What was entered is a version: a withdrawal keeps the one it was asked with, an edit
-- makes another. Details and the account's number are sealed; the keyed hash of routing and account number tells that two are
-- the same account and nothing else. A recipient that was taken off the list keeps its row, so that entering it again does not
-- begin its first day, or forget what its bank said.
create table recipients (
  owner_id uuid not null,
  recipient_id uuid not null,
  version_id uuid not null,
  destination_hash text not null,
  is_linked boolean not null,
  unusable_code text,
  cooling_until timestamptz not null,
  cooling_used_cents bigint not null default 0 constraint recipients_used_not_negative check (cooling_used_cents >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  constraint recipients_pkey primary key (owner_id, recipient_id)
)
--;;
grant select, insert, update on recipients to app
--;;
create table recipient_versions (
  owner_id uuid not null,
  version_id uuid not null,
  recipient_id uuid not null,
  source text not null constraint recipient_versions_source_known check (source in ('form', 'link', 'notice')),
  type text not null constraint recipient_versions_type_known check (type in ('own', 'thirdParty')),
  person_type text not null constraint recipient_versions_person_type_known check (person_type in ('personal', 'business')),
  account_type text not null constraint recipient_versions_account_type_known check (account_type in ('Checking', 'Savings')),
  routing_number text not null constraint recipient_versions_routing_of_nine check (routing_number ~ '^[0-9]{9}$'),
  account_last4 text not null,
  bank_name text,
  details_sealed text not null,
  created_at timestamptz not null,
  constraint recipient_versions_pkey primary key (owner_id, version_id)
)
--;;
grant select, insert, update on recipient_versions to app
