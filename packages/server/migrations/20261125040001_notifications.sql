-- What people were told, by whatever channel. The id is made of the moment and of what happened, so that the same event can be
-- written once only, and it orders the list.
create table notifications (
  owner_id uuid not null,
  notification_id uuid not null,
  kind text not null,
  variant text not null,
  object_type text not null,
  object_id uuid,
  -- The other person, and an amount, where no transaction tells them.
  counterpart_id uuid,
  amount_cents bigint,
  -- Not in the list of someone who has switched that off for the kind; the row still says that the mail has gone.
  is_listed boolean not null,
  created_at timestamptz(3) not null,
  read_at timestamptz(3),
  constraint notifications_pkey primary key (owner_id, notification_id)
)
--;;
create index notifications_unread on notifications (owner_id) where read_at is null
--;;
-- Read once a day only, to forget what is old.
create index notifications_created on notifications using brin (created_at)
--;;
grant select, insert, update, delete on notifications to app
--;;
create table balance_notices (
  owner_id uuid not null,
  threshold_cents bigint constraint balance_notices_threshold_not_negative check (threshold_cents >= 0),
  told_at timestamptz(3),
  constraint balance_notices_pkey primary key (owner_id)
)
--;;
grant select, insert, update on balance_notices to app
