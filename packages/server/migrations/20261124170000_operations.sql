-- Ways to prove oneself that are taken off an account whose owner has lost them all: proposed by one operator, approved by another
-- within a day, carried out by the product. `phone` says whether the phone number goes as well; `outcome` is `done` or why not.
create table factor_resets (
  id uuid not null,
  digest text not null,
  owner_id uuid not null,
  phone boolean not null,
  reference text not null,
  note text not null,
  maker text not null,
  proposed_at timestamptz not null,
  checker text,
  approved_at timestamptz,
  outcome text,
  ended_at timestamptz,
  constraint factor_resets_pkey primary key (id),
  constraint factor_resets_digest unique (digest),
  constraint factor_resets_four_eyes check (maker <> checker),
  constraint factor_resets_approved_by_somebody check ((checker is null) = (approved_at is null)),
  constraint factor_resets_in_time check (approved_at <= proposed_at + interval '24 hours'),
  constraint factor_resets_ended_once_approved check (ended_at is null or approved_at is not null),
  constraint factor_resets_ended_somehow check ((ended_at is null) = (outcome is null))
)
--;;
create index factor_resets_to_carry_out on factor_resets (approved_at) where approved_at is not null and ended_at is null
--;;
grant select, insert, update (checker, approved_at) on factor_resets to console
--;;
grant select, update (outcome, ended_at) on factor_resets to app
--;;
grant select on factor_resets to auditor
