-- Second factors. A passkey's public key proves nothing by being read; the secret of an authenticator app is encrypted, recovery
-- codes are kept as hashes.
create table passkeys (
  owner_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null constraint passkeys_counter_positive check (counter >= 0),
  transports text[] not null,
  backup_eligible boolean not null,
  backed_up boolean not null,
  name text not null constraint passkeys_name_short check (char_length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (owner_id, credential_id)
)
--;;
grant select, insert, update, delete on passkeys to app
--;;
-- Whose a credential is, for the sign-in that names no one; of two accounts only one may hold it.
create table passkey_claims (
  credential_id text not null,
  owner_id uuid not null,
  constraint passkey_claims_pkey primary key (credential_id)
)
--;;
grant select, insert, delete on passkey_claims to app
--;;
-- A challenge that was handed out, until it is answered or too old. To add a passkey it is bound to the session that asked, to sign
-- in to no one.
create table passkey_challenges (
  challenge_hash bytea not null,
  purpose text not null constraint passkey_challenges_purpose_known check (purpose in ('add', 'signIn')),
  owner_id uuid,
  session_id uuid,
  expires_at timestamptz not null,
  constraint passkey_challenges_pkey primary key (challenge_hash),
  constraint passkey_challenges_bound check ((purpose = 'add') = (owner_id is not null) and (owner_id is null) = (session_id is null))
)
--;;
create index passkey_challenges_expired on passkey_challenges (expires_at)
--;;
grant select, insert, delete on passkey_challenges to app
--;;
-- The app in force, and the one that waits for its first code. Each time step is used once.
create table authenticator_apps (
  owner_id uuid not null,
  secret_sealed text,
  enrolled_at timestamptz,
  last_step bigint not null default 0,
  pending_sealed text,
  pending_until timestamptz,
  constraint authenticator_apps_pkey primary key (owner_id),
  constraint authenticator_apps_enrolled check ((secret_sealed is null) = (enrolled_at is null)),
  constraint authenticator_apps_pending check ((pending_sealed is null) = (pending_until is null))
)
--;;
grant select, insert, update, delete on authenticator_apps to app
--;;
-- 120 random bits each, so that a plain hash cannot be searched.
create table recovery_codes (
  owner_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (owner_id, code_hash)
)
--;;
grant select, insert, update, delete on recovery_codes to app
--;;
-- Browsers that are not asked for the second factor for a while. The hash is that of the device cookie's id.
create table remembered_browsers (
  owner_id uuid not null,
  device_hash bytea not null,
  browser_id uuid not null,
  browser text,
  device text,
  remembered_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  constraint remembered_browsers_pkey primary key (owner_id, device_hash)
)
--;;
grant select, insert, update, delete on remembered_browsers to app
