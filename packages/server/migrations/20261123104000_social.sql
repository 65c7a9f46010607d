-- A person who came by social login has no password until they choose one.
alter table users alter column password_hash drop not null
--;;
-- Which account a person of another service is: the claim is a keyed hash of issuer and subject, never of an address.
alter table identity_claims drop constraint identity_claims_kind_known
--;;
alter table identity_claims add constraint identity_claims_kind_known
  check (kind in ('email', 'phone', 'handle', 'referral', 'document', 'social'))
--;;
-- The other services by which an account's owner comes in, one of each at most, with the address the service told.
create table social_identities (
  owner_id uuid not null,
  provider text not null constraint social_identities_provider_known check (provider in ('google', 'apple', 'other')),
  claim text not null,
  email text,
  linked_at timestamptz not null,
  last_used_at timestamptz not null,
  constraint social_identities_pkey primary key (owner_id, provider)
)
--;;
grant select, insert, update, delete on social_identities to app
--;;
-- A browser on its way to an issuer and back: what binds the answer to the question, and what the person wanted. Ten minutes,
-- once. A stranger's flow has no owner.
create table social_flows (
  state_hash bytea not null,
  browser_hash bytea not null,
  provider text not null,
  purpose text not null constraint social_flows_purpose_known check (purpose in ('signIn', 'link', 'prove')),
  owner_id uuid,
  session_id uuid,
  secrets_sealed text not null,
  return_to text,
  lang text not null,
  is_business boolean not null,
  referred_by text,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint social_flows_pkey primary key (state_hash),
  constraint social_flows_owner_known check (purpose = 'signIn' or (owner_id is not null and session_id is not null))
)
--;;
grant select, insert, update, delete on social_flows to app
--;;
-- What an issuer's answer allows next: to link that identity once the account's password is proved, or to choose the first
-- password. Bound to the browser; once.
create table social_tickets (
  token_hash bytea not null,
  kind text not null constraint social_tickets_kind_known check (kind in ('link', 'proof')),
  browser_hash bytea not null,
  owner_id uuid not null,
  session_id uuid,
  provider text not null,
  claim text not null,
  email text,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint social_tickets_pkey primary key (token_hash)
)
--;;
grant select, insert, update, delete on social_tickets to app
