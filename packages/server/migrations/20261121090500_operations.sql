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
grant select, insert on operators to console
--;;
grant select, insert, update (checker, approved_at) on release_proposals to console
--;;
grant select on operators, release_proposals to auditor
--;;
grant select, insert on audit_log to console
--;;
grant select, update on money_frozen to console
--;;
grant select on accounts, entries, holds, reversals, idempotency, check_progress, batches, entry_seals, audit_seals to console
--;;
grant select on movements, limit_usage to auditor, console
