-- A username may be changed once. The old one stays claimed, so that nobody can pose as who had it.
alter table users add column handle_changes integer not null default 0
--;;
-- How a person wants their screens, on every device: colours, cards of the home screen in their order, and whether usage may
-- be counted. `dashboard` is null until it is changed.
alter table users add column theme text not null default 'system'
  constraint users_theme_known check (theme in ('system', 'light', 'dark'))
--;;
alter table users add column dashboard jsonb
--;;
alter table users add column counts_usage boolean not null default true
--;;
-- The tour of the home screen is for who comes after this.
alter table users add column shows_tour boolean not null default false
--;;
alter table users alter column shows_tour set default true
--;;
-- Channels of notices that were switched away from the default of their kind: `{"sent": ["email"]}`.
alter table users add column notices_switched jsonb not null default '{}'
--;;
create index directory_picture on directory (image_file_id) where image_file_id is not null
