-- People, what they claim as theirs alone, and the sessions and codes that prove who is asking.
create table users (
  owner_id uuid not null,
  email text not null,
  email_verified_at timestamptz,
  password_hash text not null,
  password_changed_at timestamptz not null,
  full_name text not null,
  full_name_changes integer not null default 0,
  handle text not null,
  is_business boolean not null,
  lang text not null constraint users_lang_stored check (lang in ('en-US', 'es-US', 'ko-KR')),
  phone_sealed text,
  phone_verified_at timestamptz,
  birthday_sealed text,
  birthday_changes integer not null default 0,
  address_sealed text,
  nationality text,
  image_file_id uuid,
  tier smallint not null default -1 constraint users_tier_known check (tier between -1 and 2),
  name_birth_at timestamptz,
  status text not null default 'open' constraint users_status_known check (status in ('open', 'frozen', 'closing', 'closed')),
  terms_version text,
  terms_accepted_at timestamptz,
  referral_code text not null,
  referred_by text,
  time_zone text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint users_pkey primary key (owner_id)
)
--;;
grant select, insert, update on users to app
--;;
-- One row per thing that only one account may hold; keyed by the claim itself, so that uniqueness needs no owner.
-- The claim is a keyed hash: the table tells nobody an address or a number.
create table identity_claims (
  kind text not null constraint identity_claims_kind_known check (kind in ('email', 'phone', 'handle', 'referral', 'document')),
  claim text not null,
  owner_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint identity_claims_pkey primary key (kind, claim)
)
--;;
grant select, insert, delete on identity_claims to app
--;;
-- What others may find of a person who can receive money; a small reference table, replicated everywhere.
create table directory (
  handle text not null,
  owner_id uuid not null,
  full_name text not null,
  is_business boolean not null,
  image_file_id uuid,
  can_receive boolean not null,
  constraint directory_pkey primary key (handle)
)
--;;
create index directory_handle_prefix on directory (handle text_pattern_ops) where can_receive
--;;
create index directory_owner on directory (owner_id)
--;;
grant select, insert, update, delete on directory to app
--;;
create table sessions (
  owner_id uuid not null,
  session_id uuid not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  locked_at timestamptz,
  resume text,
  closed_at timestamptz,
  close_reason text constraint sessions_close_reason_known check (close_reason in ('signedOut', 'idle', 'absolute', 'replaced', 'revoked', 'passwordChanged', 'lostDevice', 'operator')),
  user_agent text,
  network text,
  constraint sessions_pkey primary key (owner_id, session_id),
  constraint sessions_closed_with_reason check ((closed_at is null) = (close_reason is null))
)
--;;
grant select, insert, update on sessions to app
--;;
-- The cookie's value, hashed, leads to its session; the newest token of a session is the only one alive.
create table session_tokens (
  token_hash bytea not null,
  owner_id uuid not null,
  session_id uuid not null,
  replaced_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint session_tokens_pkey primary key (token_hash)
)
--;;
grant select, insert, update on session_tokens to app
--;;
create table sign_in_tokens (
  token_hash bytea not null,
  owner_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint sign_in_tokens_pkey primary key (token_hash)
)
--;;
grant select, insert, update, delete on sign_in_tokens to app
--;;
-- A code sent to an address; the newest of a purpose kills the older ones.
create table contact_codes (
  owner_id uuid not null,
  code_id uuid not null,
  purpose text not null constraint contact_codes_purpose_known check (purpose in ('email', 'phone', 'passwordReset')),
  address_hash text not null,
  address_sealed text not null,
  code_hash bytea,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  dead_at timestamptz,
  constraint contact_codes_pkey primary key (owner_id, code_id),
  constraint contact_codes_tries_bounded check (tries between 0 and 5)
)
--;;
create index contact_codes_newest on contact_codes (owner_id, purpose, created_at desc)
--;;
grant select, insert, update on contact_codes to app
--;;
-- Links that work without a session: the token, hashed, leads to its code.
create table link_tokens (
  token_hash bytea not null,
  owner_id uuid not null,
  code_id uuid not null,
  constraint link_tokens_pkey primary key (token_hash)
)
--;;
grant select, insert on link_tokens to app
--;;
create table terms_acceptances (
  owner_id uuid not null,
  version text not null,
  lang text not null,
  accepted_at timestamptz not null,
  constraint terms_acceptances_pkey primary key (owner_id, version)
)
--;;
grant select, insert on terms_acceptances to app
