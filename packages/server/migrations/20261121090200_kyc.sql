-- Files handed in, and the identity check they belong to.
create table files (
  owner_id uuid not null,
  file_id uuid not null,
  purpose text not null constraint files_purpose_known check (purpose in ('kyc', 'profile')),
  content_type text not null,
  size_bytes integer not null constraint files_size_positive check (size_bytes > 0),
  sha256 bytea not null,
  blob_key text not null,
  created_at timestamptz not null,
  constraint files_pkey primary key (owner_id, file_id)
)
--;;
grant select, insert on files to app
--;;
create table kyc_items (
  owner_id uuid not null,
  type text not null constraint kyc_items_type_known check (type in ('selfieId', 'selfie', 'invoice', 'video')),
  status text not null constraint kyc_items_status_known check (status in ('neverRequested', 'requested', 'inReview', 'Approved', 'Denied', 'Expired')),
  reason text constraint kyc_items_reason_known check (reason in ('blurry', 'expired', 'mismatch', 'unsupported', 'underage', 'other')),
  doc_type text,
  front_file_id uuid,
  back_file_id uuid,
  -- A file was handed in since the last decision.
  is_fresh boolean not null default false,
  updated_at timestamptz not null,
  constraint kyc_items_pkey primary key (owner_id, type),
  constraint kyc_items_denied_with_reason check (status <> 'Denied' or reason is not null)
)
--;;
create table kyc_history (
  owner_id uuid not null,
  history_id uuid not null,
  type text not null,
  status text not null,
  reason text,
  at timestamptz not null,
  constraint kyc_history_pkey primary key (owner_id, history_id)
)
--;;
-- One submission of a complete file to the reviewer; what the provider has already taken is kept after each step.
create table kyc_cases (
  owner_id uuid not null,
  case_id uuid not null,
  state text not null constraint kyc_cases_state_known check (state in ('queued', 'submitting', 'inReview', 'approved', 'denied', 'operator')),
  progress jsonb not null default '{}',
  provider_id text,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  constraint kyc_cases_pkey primary key (owner_id, case_id)
)
--;;
grant select, insert, update on kyc_items, kyc_cases to app
--;;
grant select, insert on kyc_history to app
