-- What was proven up to a moment, so that a proof need not begin at the beginning: through which batch, the trial balance
-- then, and the heads of the chains of seals. Each is hashed with the one before it, and signed.
create table checkpoints (
  n bigint not null,
  through bigint not null,
  at timestamptz not null,
  lines json not null,
  heads json not null,
  previous_hash bytea not null,
  hash bytea not null,
  kid text not null,
  signature bytea not null,
  constraint checkpoints_pkey primary key (n),
  constraint checkpoints_numbered_from_one check (n > 0)
)
--;;
-- Where the rounds over what is old have come to; `name` says which round, and the round what a position is.
create table proof_progress (
  name text collate "C" not null,
  position text not null,
  at timestamptz not null default clock_timestamp(),
  constraint proof_progress_pkey primary key (name)
)
--;;
grant select, insert on checkpoints to app
--;;
grant select, insert, update (position, at) on proof_progress to app
--;;
grant select on checkpoints, proof_progress to auditor
--;;
-- What a freeze is about, so that its end can look at just that.
alter table money_frozen add column accused jsonb not null default '[]'
--;;
-- Freezes like `freeze_money`, and says for which rows; what is found while money is frozen already is added to them.
create function freeze_money_for(why text, accusing jsonb) returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  since timestamptz := date_trunc('milliseconds', clock_timestamp());
begin
  update money_frozen set frozen = true, reason = why, changed_at = since, accused = accusing where not frozen;
  if found then return true; end if;
  update money_frozen set accused = accused || accusing;
  return false;
end
$$
--;;
revoke execute on function freeze_money_for from public
--;;
grant execute on function freeze_money_for to app
