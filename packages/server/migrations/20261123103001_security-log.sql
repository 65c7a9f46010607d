-- What happened to the safety of an account, for its owner to read: a row commits with each act. It names kinds of browsers and
-- devices and what the browser says of its place, never an address. Kept a year.
create table security_events (
  owner_id uuid not null,
  event_id uuid not null,
  at timestamptz not null,
  event text not null,
  times integer not null default 1 constraint security_events_times_positive check (times > 0),
  browser text,
  device text,
  time_zone text,
  language text,
  constraint security_events_pkey primary key (owner_id, event_id)
)
--;;
create index security_events_newest on security_events (owner_id, at desc, event_id desc)
--;;
create index security_events_age on security_events (at)
--;;
grant select, insert, update, delete on security_events to app
