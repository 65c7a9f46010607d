-- Of what was credited for a dispute: how much. Null is the whole amount in question, as every credit was before.
alter table disputes add column credit_cents bigint
  constraint disputes_credit_in_bounds check (credit_cents between 1 and amount_cents)
--;;
alter table disputes drop constraint disputes_taken_whole
--;;
alter table disputes add constraint disputes_taken_whole check (taken_cents + owed_cents
  = case when credit_state = 'takenBack' then coalesce(credit_cents, amount_cents) else 0 end)
--;;
-- What two operators credit when it is not all that is in question.
alter table support_orders add column amount_cents bigint
  constraint support_orders_amount_positive check (amount_cents > 0)
--;;
alter table support_orders add constraint support_orders_amount_of_credit check (amount_cents is null or kind = 'credit')
