-- Who has paid a request, for the one who asked: a link may be paid by many. Names are in the rows of the payments.
create table request_payments (
  owner_id uuid not null,
  request_id uuid not null,
  movement_id uuid not null,
  amount_cents bigint not null constraint request_payments_amount_positive check (amount_cents > 0),
  paid_at timestamptz(3) not null,
  constraint request_payments_pkey primary key (owner_id, request_id, movement_id)
)
--;;
create index request_payments_newest on request_payments (owner_id, request_id, paid_at desc, movement_id desc)
--;;
-- What was paid before.
insert into request_payments (owner_id, request_id, movement_id, amount_cents, paid_at)
select requests.owner_id, requests.request_id, movements.movement_id, movements.amount_cents, movements.created_at
  from money_requests as requests
  join movements on movements.owner_id = requests.owner_id
   and movements.details->>'requestId' = 'req_' || replace(requests.request_id::text, '-', '')
 where requests.was = 'sent' and requests.paid_count > 0 and movements.direction = 1 and movements.state = 'COMPLETED'
--;;
grant select, insert on request_payments to app
--;;
-- A list that is narrowed by state walks the rows of that state alone.
create index money_requests_by_state on money_requests (owner_id, state, created_at desc, request_id desc)
