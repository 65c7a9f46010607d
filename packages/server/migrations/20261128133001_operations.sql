-- Whose payment an order rejects, kept before anything is posted: afterwards nothing else finds it by its id alone.
alter table zelle_orders add column payer_id uuid
--;;
grant update (payer_id) on zelle_orders to app
