-- Since when what we mail to the address comes back; null again once the address is verified anew or changed.
alter table users add column email_returned_at timestamptz(3)
--;;
-- When the phone's holder last told the carrier to let none of our texts through.
alter table users add column phone_stopped_at timestamptz(3)
--;;
-- Browsers that are told as well. An address works only with our own key (RFC 8292), so that it is no secret of its owner's.
create table push_subscriptions (
  owner_id uuid not null,
  device_hash text not null,
  session_id uuid not null,
  endpoint text not null constraint push_subscriptions_endpoint_bounded check (length(endpoint) <= 1000),
  p256dh text not null,
  auth text not null,
  created_at timestamptz(3) not null,
  -- The last time the browser said that it is in use.
  renewed_at timestamptz(3) not null,
  constraint push_subscriptions_pkey primary key (owner_id, device_hash)
)
--;;
create index push_subscriptions_renewed on push_subscriptions (renewed_at)
--;;
grant select, insert, update, delete on push_subscriptions to app
--;;
-- Whose a browser is: one person's at a time, whoever signed in there before.
create table push_devices (
  device_hash text not null,
  owner_id uuid not null,
  constraint push_devices_pkey primary key (device_hash)
)
--;;
grant select, insert, update, delete on push_devices to app
--;;
-- What is scheduled has a kind of its own.
update notifications
   set kind = 'schedule', variant = case kind when 'sent' then 'send' else 'request' end || initcap(variant)
 where object_type = 'schedule'
