-- Why an account is frozen. One row per cause: lifting one leaves the others, and an account without any is open again.
create table account_freezes (
  owner_id uuid not null,
  cause text not null constraint account_freezes_cause_known check (cause in ('person', 'lostDevice', 'notMe', 'operator')),
  -- Of an operator's freeze: what the owner is shown as the reason.
  public_reason text constraint account_freezes_reason_known
    check (public_reason in ('unusualActivity', 'identityDoubt', 'reportedByOthers', 'legalOrder')),
  frozen_at timestamptz not null,
  constraint account_freezes_pkey primary key (owner_id, cause),
  constraint account_freezes_operators_explain check ((cause = 'operator') = (public_reason is not null))
)
--;;
grant select, insert, delete on account_freezes to app, console
--;;
-- Everything that an operator, or somebody on an operator's behalf, has read of a person or done to their account, for the
-- person to see. Ids rise with time. It names a role and never an operator: the audit trail knows who it was.
create table access_log (
  owner_id uuid not null,
  access_id uuid not null,
  at timestamptz not null,
  role text not null constraint access_log_role_known check (role in ('support', 'compliance', 'finance', 'administrator', 'operator', 'reviewer')),
  what text not null,
  why text not null,
  reference text,
  constraint access_log_pkey primary key (owner_id, access_id)
)
--;;
grant select, insert on access_log to app
--;;
grant insert on access_log to console
--;;
grant select on account_freezes, access_log to auditor
--;;
-- An operator freezes and unfreezes at once: the status, and the news of it on the owner's screens.
grant select (owner_id, status), update (status, updated_at) on users to console
--;;
grant select, insert, update on live_cursors to console
--;;
grant insert on live_events to console
