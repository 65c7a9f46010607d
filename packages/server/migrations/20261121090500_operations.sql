-- What operators do by command on the server, and what they and the auditor read for it.
-- Who may act as an operator. Only the role of the operators' commands can write here, never the one that serves people.
create table operators (
  name text not null,
  secret_hash text not null,
  made_at timestamptz not null default clock_timestamp(),
  made_by text,
  constraint operators_pkey primary key (name),
  constraint operators_name_well_formed check (name ~ '^[a-z][a-z0-9-]{1,39}$')
)
--;;
-- Four eyes over the end of a freeze: one operator proposes, another approves the very same thing within a day.
create table release_proposals (
  digest text not null,
  frozen_at timestamptz not null,
  reason text not null,
  maker text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  checker text,
  approved_at timestamptz,
  constraint release_proposals_pkey primary key (digest),
  constraint release_proposals_four_eyes check (maker <> checker),
  constraint release_proposals_approved_by_somebody check ((checker is null) = (approved_at is null)),
  constraint release_proposals_in_time check (approved_at <= expires_at)
)
--;;
-- Corrections of one wallet against an account of the house: proposed by one operator, approved by another, posted by the
-- product under the id of the proposal. `cents` are positive when they come into the wallet; `outcome` is `posted` or why not.
create table adjustments (
  id uuid not null,
  digest text not null,
  owner_id uuid not null,
  account text not null,
  cents bigint not null,
  reason text not null,
  maker text not null,
  proposed_at timestamptz not null,
  expires_at timestamptz not null,
  checker text,
  approved_at timestamptz,
  outcome text,
  ended_at timestamptz,
  constraint adjustments_pkey primary key (id),
  constraint adjustments_digest unique (digest),
  constraint adjustments_of_something check (cents <> 0),
  constraint adjustments_four_eyes check (maker <> checker),
  constraint adjustments_approved_by_somebody check ((checker is null) = (approved_at is null)),
  constraint adjustments_in_time check (approved_at <= expires_at),
  constraint adjustments_ended_once_approved check (ended_at is null or approved_at is not null),
  constraint adjustments_ended_somehow check ((ended_at is null) = (outcome is null))
)
--;;
create index adjustments_to_post on adjustments (approved_at) where approved_at is not null and ended_at is null
--;;
grant select, insert, update (checker, approved_at) on adjustments to console
--;;
grant select, update (outcome, ended_at) on adjustments to app
--;;
grant select (handle, owner_id) on directory to console
--;;
grant select, insert on operators to console
--;;
grant select, insert, update (checker, approved_at) on release_proposals to console
--;;
grant select on operators, release_proposals, adjustments to auditor
--;;
grant select, insert on audit_log to console
--;;
grant select on money_frozen to console
--;;
grant execute on function freeze_money to console
--;;
-- Lets money move again: ends the freeze that a proposal of one operator names, which another approved in time, and no other.
create function release_money(approved text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  begun timestamptz;
  at timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  select frozen_at into begun from release_proposals
    where digest = approved and maker <> checker and approved_at is not null and at <= expires_at
      and maker in (select name from operators) and checker in (select name from operators);
  update money_frozen set frozen = false, reason = null, changed_at = at where frozen and changed_at = begun;
  return found;
end
$$
--;;
revoke execute on function release_money from public
--;;
grant execute on function release_money to console
--;;
grant select on accounts, account_terms, entries, holds, reversals, idempotency, check_progress, batches, entry_seals,
  account_seals, audit_seals to console
--;;
grant select on movements, limit_usage, limit_buckets, free_operations to auditor, console
