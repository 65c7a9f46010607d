-- A freeze that ends takes what it was about with it: the next one is about something else.
create or replace function release_money(approved text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  begun timestamptz;
  at timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  select frozen_at into begun from release_proposals
    where digest = approved and maker <> checker and approved_at is not null and at <= expires_at
      and maker in (select name from operators) and checker in (select name from operators);
  update money_frozen set frozen = false, reason = null, changed_at = at, accused = '[]' where frozen and changed_at = begun;
  return found;
end
$$
--;;
update money_frozen set accused = '[]' where not frozen and accused <> '[]'
