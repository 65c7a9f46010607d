-- What the screens say of a rail that was switched off, in each of our languages. `text_key` is read by the release before only,
-- and goes with the next.
alter table switches add column texts jsonb
--;;
grant select, insert, update on switches to console
