-- The rule table of the rewards programme. What is in force at a moment is the newest row of each rule that is not later; a change is
-- a new row. `every` counted facts come to one reward. The share of a friend's fees has basis points in the place of an amount.
create table reward_rules (
  rule text not null constraint reward_rules_known check (rule in
    ('verification', 'referralBonus', 'withdrawal', 'inAppSends', 'sales', 'allMethods', 'outsideSends', 'feeShare')),
  valid_from timestamptz not null,
  amount_cents bigint not null constraint reward_rules_amount_not_negative check (amount_cents >= 0),
  -- Where a business is worth another amount than a person.
  business_cents bigint constraint reward_rules_business_not_negative check (business_cents >= 0),
  every integer not null constraint reward_rules_every_positive check (every > 0),
  doubles boolean not null,
  share_bps integer constraint reward_rules_share_in_range check (share_bps between 0 and 10000),
  constraint reward_rules_pkey primary key (rule, valid_from)
)
--;;
grant select on reward_rules to app, console, auditor
--;;
insert into reward_rules (rule, valid_from, amount_cents, business_cents, every, doubles, share_bps) values
  ('verification', '2020-01-01', 100, null, 1, true, null),
  ('referralBonus', '2020-01-01', 1000, 2000, 1, false, null),
  ('withdrawal', '2020-01-01', 10, null, 1, true, null),
  ('inAppSends', '2020-01-01', 25, null, 10, true, null),
  ('sales', '2020-01-01', 10, null, 5, true, null),
  ('allMethods', '2020-01-01', 50, null, 4, true, null),
  ('outsideSends', '2020-01-01', 10, null, 10, true, null),
  ('feeShare', '2020-01-01', 0, null, 1, false, 1000)
--;;
-- The programme as a whole, effective-dated as well: the switch, the budget of a calendar month of New York, and the numbers of the guards.
create table reward_programme (
  valid_from timestamptz not null,
  is_on boolean not null,
  budget_cents bigint not null constraint reward_programme_budget_not_negative check (budget_cents >= 0),
  floor_cents bigint not null,
  person_cap_cents bigint not null,
  friends_cap integer not null,
  friend_floor_cents bigint not null,
  -- Banking days that a withdrawal to a bank waits after it has arrived.
  return_days integer not null,
  -- How long a friend's fees are shared; null for as long as both are here.
  share_months integer,
  constraint reward_programme_pkey primary key (valid_from)
)
--;;
grant select on reward_programme to app, auditor
--;;
grant select, insert on reward_programme to console
--;;
insert into reward_programme (valid_from, is_on, budget_cents, floor_cents, person_cap_cents, friends_cap, friend_floor_cents, return_days)
values ('2020-01-01', true, 1000000, 500, 2500, 10, 2000, 2)
--;;
-- What is kept for each person beside the rows: locked while facts are counted, so that they are counted one after another.
create table reward_accounts (
  owner_id uuid not null,
  -- Shares of friends' fees that have come to no whole cent yet, in ten-thousandths of a cent; below zero after a fee was given back.
  share_due bigint not null default 0,
  -- What was to be taken back and was no longer in the wallet: later rewards pay for it.
  owed_cents bigint not null default 0 constraint reward_accounts_owed_not_negative check (owed_cents >= 0),
  constraint reward_accounts_pkey primary key (owner_id)
)
--;;
grant select, insert, update on reward_accounts to app
--;;
-- Everything that was looked at, with the reason why it did not count. `fact_id` is the movement, or the friend where a friend counts
-- once; `source_id` is the movement that it follows from.
create table reward_facts (
  owner_id uuid not null,
  rule text not null,
  fact_id uuid not null,
  source_id uuid not null,
  other_id uuid,
  method text,
  amount_cents bigint not null,
  at timestamptz not null,
  state text not null constraint reward_facts_state_known check (state in ('waiting', 'counting', 'used', 'refused')),
  reason text,
  matures_at timestamptz,
  -- The friend is not verified yet.
  waits_for_friend boolean not null default false,
  share bigint not null default 0,
  reward_id uuid,
  constraint reward_facts_pkey primary key (owner_id, rule, fact_id),
  constraint reward_facts_reason_when_refused check ((state = 'refused') = (reason is not null))
)
--;;
create index reward_facts_newest on reward_facts (owner_id, at)
--;;
create index reward_facts_source on reward_facts (owner_id, source_id)
--;;
grant select, insert, update on reward_facts to app
--;;
create table rewards (
  owner_id uuid not null,
  reward_id uuid not null,
  rule text not null,
  amount_cents bigint not null constraint rewards_amount_positive check (amount_cents > 0),
  is_doubled boolean not null,
  state text not null constraint rewards_state_known check (state in ('earned', 'waitingBudget', 'paid', 'refused', 'clawedBack')),
  reason text,
  -- The friend that it is for.
  other_id uuid,
  earned_at timestamptz not null,
  paid_at timestamptz,
  -- What has come into the wallet, and what has been taken out of it again; the rest of the amount paid for what was owed.
  paid_cents bigint not null default 0 constraint rewards_paid_in_range check (paid_cents between 0 and amount_cents),
  taken_cents bigint not null default 0 constraint rewards_taken_in_range check (taken_cents between 0 and paid_cents),
  payment_id uuid,
  -- Whether the taking back has been posted.
  is_settled boolean not null default false,
  constraint rewards_pkey primary key (owner_id, reward_id)
)
--;;
create index rewards_newest on rewards (owner_id, earned_at)
--;;
grant select, insert, update on rewards to app
--;;
-- What is to be posted, in the order in which it was earned. An empty budget keeps all of it waiting in this order.
create table reward_line (
  reward_id uuid not null,
  owner_id uuid not null,
  act text not null constraint reward_line_act_known check (act in ('pay', 'takeBack')),
  earned_at timestamptz not null,
  due_at timestamptz not null,
  constraint reward_line_pkey primary key (reward_id, act)
)
--;;
create index reward_line_due on reward_line (earned_at, reward_id)
--;;
grant select, insert, update, delete on reward_line to app
--;;
grant select on reward_line to console, auditor
--;;
-- When somebody's facts are looked at again, because one of them has waited long enough by then.
create table reward_alarms (
  owner_id uuid not null,
  at timestamptz not null,
  constraint reward_alarms_pkey primary key (owner_id)
)
--;;
create index reward_alarms_due on reward_alarms (at)
--;;
grant select, insert, update, delete on reward_alarms to app
--;;
-- Who was invited by whom, for the one who invited; once the friend has confirmed both contacts.
create table referrals (
  owner_id uuid not null,
  friend_id uuid not null,
  since timestamptz not null,
  constraint referrals_pkey primary key (owner_id, friend_id)
)
--;;
grant select, insert on referrals to app
--;;
-- By what two accounts could be one person's: keyed hashes, kept after the thing itself is gone.
create table reward_marks (
  owner_id uuid not null,
  mark text not null,
  seen_at timestamptz not null,
  constraint reward_marks_pkey primary key (owner_id, mark)
)
--;;
grant select, insert on reward_marks to app
--;;
-- What earns the reward for being verified once, whoever comes with it later: phones and identities by their keyed hashes, with the account
-- that they were first seen on.
create table reward_claims (
  claim text not null,
  owner_id uuid not null,
  seen_at timestamptz not null,
  constraint reward_claims_pkey primary key (claim)
)
--;;
grant select, insert on reward_claims to app
--;;
-- Up to which number of a person's live events the rewards have looked.
create table live_counted (
  owner_id uuid not null,
  last_id bigint not null,
  constraint live_counted_pkey primary key (owner_id)
)
--;;
-- What happened before there were rewards earns none.
insert into live_counted (owner_id, last_id) select owner_id, last_id from live_cursors
--;;
grant select, insert, update on live_counted to app
--;;
-- A budget takes two operators: one proposes it, another approves that very proposal.
create table reward_budgets (
  digest text not null,
  cents bigint not null,
  reason text not null,
  maker text not null,
  proposed_at timestamptz not null,
  checker text,
  approved_at timestamptz,
  constraint reward_budgets_pkey primary key (digest),
  constraint reward_budgets_two_people check (checker is null or checker <> maker),
  constraint reward_budgets_in_time check (approved_at <= proposed_at + interval '24 hours')
)
--;;
grant select, insert, update (checker, approved_at) on reward_budgets to console
--;;
grant select on reward_budgets to auditor
