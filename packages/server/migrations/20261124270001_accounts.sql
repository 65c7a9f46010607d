-- From when on a phone that was added proves by itself who somebody is; null where signing up added it.
alter table users add column phone_proves_at timestamptz
--;;
update users set phone_proves_at = phone_verified_at + interval '3 days'
 where phone_verified_at >= created_at + interval '1 day'
