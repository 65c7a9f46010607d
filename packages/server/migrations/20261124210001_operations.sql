-- What becomes of money that was blocked on its way out, or came back in a way that makes no sense: proposed by one operator, approved
-- by another within a day, carried out by the product. `case_id` is the row that its owner sees on hold, `reference` the evidence,
-- `outcome` is `done` or why not.
create table payout_decisions (
  id uuid not null,
  digest text not null,
  owner_id uuid not null,
  case_id uuid not null,
  act text not null,
  reference text not null,
  maker text not null,
  proposed_at timestamptz not null,
  checker text,
  approved_at timestamptz,
  outcome text,
  ended_at timestamptz,
  constraint payout_decisions_pkey primary key (id),
  constraint payout_decisions_digest unique (digest),
  constraint payout_decisions_act_known check (act in ('release', 'block')),
  constraint payout_decisions_four_eyes check (maker <> checker),
  constraint payout_decisions_approved_by_somebody check ((checker is null) = (approved_at is null)),
  constraint payout_decisions_in_time check (approved_at <= proposed_at + interval '24 hours'),
  constraint payout_decisions_ended_once_approved check (ended_at is null or approved_at is not null),
  constraint payout_decisions_ended_somehow check ((ended_at is null) = (outcome is null))
)
--;;
create index payout_decisions_to_carry_out on payout_decisions (approved_at) where approved_at is not null and ended_at is null
--;;
grant select, insert, update (checker, approved_at) on payout_decisions to console
--;;
grant select, update (outcome, ended_at) on payout_decisions to app
--;;
grant select on payout_decisions to auditor
