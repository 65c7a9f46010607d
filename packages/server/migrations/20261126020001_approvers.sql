-- Who approves a person's payments, by the person who pays. A rule that protects less, or the end of it, is written with the moment from
-- which on it holds; until then the row means what it meant.
create table approvers (
  owner_id uuid not null,
  approver_id uuid not null,
  state text not null constraint approvers_state_known check (state in ('invited', 'active')),
  new_payee boolean not null,
  above_cents bigint constraint approvers_above_not_negative check (above_cents >= 0),
  next_new_payee boolean,
  next_above_cents bigint constraint approvers_next_above_not_negative check (next_above_cents >= 0),
  next_at timestamptz(3),
  ends_at timestamptz(3),
  invited_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  -- Before that, an approver who was there already decides.
  decides_from timestamptz(3),
  constraint approvers_pkey primary key (owner_id, approver_id),
  constraint approvers_not_oneself check (owner_id <> approver_id),
  constraint approvers_rule_says_something check (new_payee or above_cents is not null),
  constraint approvers_next_says_something check (next_at is null or next_new_payee or next_above_cents is not null),
  constraint approvers_next_whole check ((next_at is null) = (next_new_payee is null) and (next_at is not null or next_above_cents is null)),
  constraint approvers_active_accepted check ((state = 'active') = (accepted_at is not null) and (accepted_at is null) = (decides_from is null)),
  constraint approvers_pending_when_active check (state = 'active' or (next_at is null and ends_at is null))
)
--;;
create index approvers_to_settle on approvers (least(next_at, ends_at)) where next_at is not null or ends_at is not null
--;;
grant select, insert, update, delete on approvers to app
--;;
-- For whom a person approves, or is asked to: the other side of the rows above, which say all the rest.
create table approved_people (
  owner_id uuid not null,
  person_id uuid not null,
  constraint approved_people_pkey primary key (owner_id, person_id)
)
--;;
grant select, insert, delete on approved_people to app
