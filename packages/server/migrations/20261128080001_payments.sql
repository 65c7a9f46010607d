-- What a payment used is compared with whether it has gone back whole.
grant select (owner_id, ref, state) on provider_operations to auditor
--;;
-- One that went back whole before it gave back what it had used does so now.
update limit_usage as used set given_back_at = now()
  from provider_operations as paid
 where paid.owner_id = used.owner_id and paid.ref = used.movement_id and paid.state = 'refunded' and used.given_back_at is null
--;;
update limit_buckets as bucket
   set (cents, oldest_at, newest_at) = (
         select coalesce(sum(amount_cents), 0), coalesce(min(at), bucket.oldest_at), coalesce(max(at), bucket.newest_at)
           from limit_usage as used
          where used.owner_id = bucket.owner_id and used.at >= bucket.starts_at and used.at < bucket.starts_at + interval '15 minutes'
            and used.operations = bucket.operations and used.given_back_at is null)
  from (select distinct owner_id from provider_operations where state = 'refunded') as touched
 where bucket.owner_id = touched.owner_id
--;;
delete from free_operations using provider_operations as paid
 where paid.owner_id = free_operations.owner_id and paid.ref = free_operations.movement_id and paid.state = 'refunded'
