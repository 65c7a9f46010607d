-- What only the browser itself and whoever it signed in to know of a subscription, hashed: the address alone moves no browser to another
-- person. Unknown of those that were kept before, which stay whose they are until their owner opens them again.
alter table push_devices add column keys_hash text
