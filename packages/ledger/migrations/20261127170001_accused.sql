-- A pass that finds the same rows again, as every one does while they are wrong, adds nothing to what the freeze is about.
create or replace function freeze_money_for(why text, accusing jsonb) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  since timestamptz := date_trunc('milliseconds', clock_timestamp());
  new jsonb;
begin
  update money_frozen set frozen = true, reason = why, changed_at = since, accused = accusing where not frozen;
  if found then return true; end if;
  select coalesce(jsonb_agg(distinct one), '[]') into new
    from money_frozen, jsonb_array_elements(accusing) one where not accused @> jsonb_build_array(one);
  if new <> '[]' then update money_frozen set accused = accused || new; end if;
  return false;
end
$$
