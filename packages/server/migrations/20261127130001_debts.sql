-- What a person owes us for good, beside the account of the house where it stands together with that of others (`receivable:user`):
-- written in the batch that moves money there, so that the next batch knows it without adding up a history.
create table debts (
  owner_id uuid not null,
  -- Below zero when the house owes: a debt was paid, and then turned out to be none.
  owed_cents bigint not null,
  -- The owner's transaction with which it last grew; null where it is not known.
  movement_id uuid,
  changed_at timestamptz not null,
  constraint debts_pkey primary key (owner_id)
)
--;;
grant select, insert, update on debts to app
--;;
grant select on debts to auditor
--;;
insert into debts (owner_id, owed_cents, changed_at)
select idempotency.owner_id, -sum(entries.amount_cents), now()
  from entries join idempotency on idempotency.transfer_id = entries.transfer_id and idempotency.status = 'accepted'
 where entries.account = 'receivable:user'
 group by idempotency.owner_id
having sum(entries.amount_cents) <> 0
