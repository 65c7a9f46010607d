-- Up to which of a person's live events the server itself has followed. What happened before there was anyone to follow is past.
create table live_followed (
  owner_id uuid not null,
  last_id bigint not null,
  constraint live_followed_pkey primary key (owner_id)
) with (fillfactor = 50)
--;;
insert into live_followed (owner_id, last_id) select owner_id, last_id from live_cursors
--;;
grant select, insert, update on live_followed to app
