-- What a session's browser said of itself when it opened, for the list that its owner reads.
alter table sessions add column browser text, add column device text, add column time_zone text, add column language text
--;;
-- Browsers that have signed in to an account, by the hash of their device cookie's id: a sign-in from any other is told to the
-- owner by mail. Forgotten when the password changes or a device is lost.
create table known_browsers (
  owner_id uuid not null,
  browser_hash bytea not null,
  seen_at timestamptz not null,
  constraint known_browsers_pkey primary key (owner_id, browser_hash)
)
--;;
create index known_browsers_age on known_browsers (seen_at)
--;;
grant select, insert, update, delete on known_browsers to app
--;;
-- What device cookies proved before this counts no longer: one of the devices was lost.
alter table users add column devices_forgotten_at timestamptz
--;;
-- Codes for a new address or number, beside the one in force; and the link of a notice about a change, for an owner who did not make it.
alter table contact_codes drop constraint contact_codes_purpose_known
--;;
alter table contact_codes add constraint contact_codes_purpose_known check (purpose in ('email', 'phone', 'passwordReset', 'emailChange', 'phoneChange', 'notMe'))
