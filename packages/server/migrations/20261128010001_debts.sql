-- The owner's transactions whose money was taken back after it had been spent, and that made what they owe grow; `debts.movement_id` is the last.
create table debt_causes (
  owner_id uuid not null,
  movement_id uuid not null,
  constraint debt_causes_pkey primary key (owner_id, movement_id)
)
--;;
grant select, insert on debt_causes to app
--;;
grant select on debt_causes to auditor
--;;
insert into debt_causes (owner_id, movement_id)
select owner_id, movement_id from debts where movement_id is not null
