-- When the address was proved by a link that was opened in a browser the account did not know. Until a password reset
-- settles whose account it is, whoever opened it may be someone else than whoever holds the mailbox.
alter table users add column proved_elsewhere_at timestamptz
