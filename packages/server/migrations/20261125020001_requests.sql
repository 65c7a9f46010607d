-- A request for money is a row of whoever asks and, where a person is asked, a row of theirs under the same id: each list reads rows
-- of one owner. Both say the same and change together, under the lock of the row that was sent. Names are read when it is shown.
create table money_requests (
  owner_id uuid not null,
  request_id uuid not null,
  was text not null constraint money_requests_side_known check (was in ('sent', 'received')),
  state text not null constraint money_requests_state_known check (state in ('open', 'paid', 'declined', 'cancelled', 'expired')),
  uses text not null constraint money_requests_uses_known check (uses in ('single', 'multi')),
  amount_cents bigint not null constraint money_requests_amount_positive check (amount_cents > 0),
  currency text not null default 'USD',
  note text not null,
  -- The other side: the person asked, null of an open link; or whoever asks.
  counterpart_id uuid,
  -- Of the row that was sent.
  code text,
  split_id uuid,
  draft_id uuid,
  draft_hash bytea,
  -- A payment from outside that is under way, by its movement, and whose it is.
  attempt_id uuid,
  attempt_payer_id uuid,
  paid_count integer not null default 0,
  paid_cents bigint not null default 0,
  paid_movement_id uuid,
  paid_at timestamptz(3),
  reminders_sent smallint not null default 0,
  reminded_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint money_requests_pkey primary key (owner_id, request_id),
  constraint money_requests_between_two check (counterpart_id is distinct from owner_id),
  constraint money_requests_received_from_someone check (was = 'sent' or counterpart_id is not null),
  constraint money_requests_code_of_sent check ((was = 'sent') = (code is not null)),
  constraint money_requests_person_asked_once check (uses = 'single' or counterpart_id is null),
  constraint money_requests_attempt_has_payer check ((attempt_id is null) = (attempt_payer_id is null)),
  constraint money_requests_attempt_while_open check (attempt_id is null or (state = 'open' and uses = 'single')),
  constraint money_requests_single_paid_once check (uses = 'multi' or paid_count = (state = 'paid')::integer),
  constraint money_requests_paid_in_full check (paid_cents = paid_count * amount_cents),
  constraint money_requests_paid_at_a_time check ((paid_count > 0) = (paid_at is not null and paid_movement_id is not null)),
  constraint money_requests_reminders_bounded check (reminders_sent between 0 and 3)
)
--;;
create index money_requests_newest on money_requests (owner_id, created_at desc, request_id desc)
--;;
create index money_requests_of_side on money_requests (owner_id, was, created_at desc, request_id desc)
--;;
create index money_requests_of_split on money_requests (owner_id, split_id) where split_id is not null
--;;
-- A draft asks once, however often it is sent.
create unique index money_requests_of_draft on money_requests (owner_id, draft_id) where draft_id is not null
--;;
create index money_requests_to_expire on money_requests (expires_at) where state = 'open' and was = 'sent'
--;;
grant select, insert, update on money_requests to app
--;;
-- Which request the code of a link stands for. Only its hash is looked up.
create table pay_codes (
  code_hash bytea not null,
  owner_id uuid not null,
  request_id uuid not null,
  constraint pay_codes_pkey primary key (code_hash)
)
--;;
grant select, insert on pay_codes to app
--;;
-- A bill that somebody split: what its requests share.
create table request_splits (
  owner_id uuid not null,
  split_id uuid not null,
  total_cents bigint not null constraint request_splits_total_positive check (total_cents > 0),
  own_cents bigint not null constraint request_splits_own_part_within check (own_cents between 0 and total_cents),
  currency text not null default 'USD',
  note text not null,
  draft_id uuid,
  draft_hash bytea,
  created_at timestamptz(3) not null,
  constraint request_splits_pkey primary key (owner_id, split_id)
)
--;;
create unique index request_splits_of_draft on request_splits (owner_id, draft_id) where draft_id is not null
--;;
grant select, insert on request_splits to app
