-- Our own money between a provider and our bank: one end of it, by its line in the provider's report, proposed by one operator, approved
-- by another within a day, booked by the product. `cents` is what our money there grew by, `outcome` is `booked` or why not.
create table own_transfers (
  id uuid not null,
  digest text not null,
  rail text not null,
  object_id text not null,
  cents bigint not null,
  reason text not null,
  maker text not null,
  proposed_at timestamptz not null,
  checker text,
  approved_at timestamptz,
  outcome text,
  ended_at timestamptz,
  constraint own_transfers_pkey primary key (id),
  constraint own_transfers_digest unique (digest),
  constraint own_transfers_of_something check (cents <> 0),
  constraint own_transfers_four_eyes check (maker <> checker),
  constraint own_transfers_approved_by_somebody check ((checker is null) = (approved_at is null)),
  constraint own_transfers_in_time check (approved_at <= proposed_at + interval '24 hours'),
  constraint own_transfers_ended_once_approved check (ended_at is null or approved_at is not null),
  constraint own_transfers_ended_somehow check ((ended_at is null) = (outcome is null))
)
--;;
create index own_transfers_to_book on own_transfers (approved_at) where approved_at is not null and ended_at is null
--;;
grant select, insert, update (checker, approved_at) on own_transfers to console
--;;
grant select, update (outcome, ended_at) on own_transfers to app
--;;
grant select on own_transfers to auditor
