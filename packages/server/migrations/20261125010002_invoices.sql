-- An invoice is two rows under one id, the issuer's and the payer's, written together: each person's list reads rows of their own.
-- The issuer's row is the one that is locked for a change. Names are those of the day it was made, and so are the lines.
create table invoices (
  owner_id uuid not null,
  invoice_id uuid not null,
  was text not null constraint invoices_side_known check (was in ('sent', 'received')),
  type text not null constraint invoices_type_known check (type in ('product', 'custom')),
  state text not null constraint invoices_state_known check (state in ('toPay', 'processing', 'paid', 'declined', 'cancelled')),
  number integer not null constraint invoices_number_positive check (number > 0),
  amount_cents bigint not null constraint invoices_amount_positive check (amount_cents > 0),
  refunded_cents bigint not null default 0,
  currency text not null default 'USD',
  note text not null,
  lines jsonb not null default '[]',
  due_date date,
  own_name text not null,
  counterpart_id uuid not null,
  counterpart_name text not null,
  counterpart_handle text not null,
  counterpart_image_id uuid,
  counterpart_is_business boolean not null,
  attempt_id uuid,
  reminders_sent smallint not null default 0,
  reminded_at timestamptz(3),
  overdue_told_at timestamptz(3),
  draft_id uuid,
  draft_hash text,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  paid_at timestamptz(3),
  constraint invoices_pkey primary key (owner_id, invoice_id),
  constraint invoices_between_two check (counterpart_id <> owner_id),
  constraint invoices_attempt_while_processing check ((state = 'processing') = (attempt_id is not null)),
  constraint invoices_paid_at_a_time check ((state = 'paid') = (paid_at is not null)),
  constraint invoices_refunded_of_paid check (refunded_cents = 0 or (state = 'paid' and refunded_cents between 0 and amount_cents)),
  constraint invoices_reminders_bounded check (reminders_sent between 0 and 3)
)
--;;
create index invoices_newest on invoices (owner_id, was, created_at desc, invoice_id desc)
--;;
create index invoices_by_state on invoices (owner_id, was, state, created_at desc, invoice_id desc)
--;;
create unique index invoices_numbered on invoices (owner_id, number) where was = 'sent'
--;;
-- A draft makes one invoice, however often it is sent.
create unique index invoices_of_draft on invoices (owner_id, draft_id) where draft_id is not null
--;;
grant select, insert, update on invoices to app
--;;
-- The number that an issuer gave out last. Its row is locked while an invoice is made, so that numbers have no gaps.
create table invoice_numbers (
  owner_id uuid not null,
  last_number integer not null,
  constraint invoice_numbers_pkey primary key (owner_id)
)
--;;
grant select, insert, update on invoice_numbers to app
--;;
-- What was paid for an invoice and what was given back of it, by movement, for each of its parties.
create table invoice_payments (
  owner_id uuid not null,
  invoice_id uuid not null,
  movement_id uuid not null,
  kind text not null constraint invoice_payments_kind_known check (kind in ('payment', 'refund')),
  amount_cents bigint not null constraint invoice_payments_amount_positive check (amount_cents > 0),
  created_at timestamptz(3) not null,
  constraint invoice_payments_pkey primary key (owner_id, invoice_id, movement_id)
)
--;;
grant select, insert on invoice_payments to app
