-- A credit that the bank took back after somebody had it: when it was taken back there too.
alter table zelle_credits add column returned_at timestamptz
--;;
create index zelle_credits_to_return on zelle_credits (unbooked_at) where state = 'removed' and returned_at is null and claim_ref is not null
