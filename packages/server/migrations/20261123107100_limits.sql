-- An amount of one person's own for a limit row: proposed by one operator, approved by another within a day, in force from
-- the approval until it ends by itself or is withdrawn. Of several for a row the one approved last counts.
create table limit_overrides (
  owner_id uuid not null,
  override_id uuid not null,
  digest text not null,
  row text not null,
  amount_cents bigint not null constraint limit_overrides_amount_positive check (amount_cents > 0),
  -- What its owner is shown as the reason; the operators' own words are in `note`.
  public_reason text not null constraint limit_overrides_reason_known check (public_reason in ('requested', 'riskReview', 'legalOrder')),
  note text not null,
  maker text not null,
  proposed_at timestamptz not null,
  ends_at timestamptz not null,
  checker text,
  approved_at timestamptz,
  withdrawn_by text,
  withdrawn_at timestamptz,
  constraint limit_overrides_pkey primary key (owner_id, override_id),
  constraint limit_overrides_four_eyes check (maker <> checker),
  constraint limit_overrides_approved_by_somebody check ((checker is null) = (approved_at is null)),
  constraint limit_overrides_in_time check (approved_at <= proposed_at + interval '24 hours'),
  constraint limit_overrides_ends_later check (ends_at > proposed_at),
  constraint limit_overrides_withdrawn_once_approved check (withdrawn_at is null or approved_at is not null),
  constraint limit_overrides_withdrawn_by_somebody check ((withdrawn_at is null) = (withdrawn_by is null))
)
--;;
create index limit_overrides_digest on limit_overrides (digest)
--;;
grant select on limit_overrides to app, auditor
--;;
grant select, insert, update (checker, approved_at, withdrawn_by, withdrawn_at) on limit_overrides to console
--;;
grant select on limit_rows to console
