-- An order about Zelle is approved by its digest and within a day, as every other proposal is. One that was proposed before has none: it
-- cannot be approved any more and is proposed anew.
alter table zelle_orders
  add column digest text,
  add constraint zelle_orders_digest unique (digest),
  add constraint zelle_orders_in_time check (digest is null or approved_at <= proposed_at + interval '24 hours')
