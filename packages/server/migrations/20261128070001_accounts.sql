-- Who is logged out by the link of a mail reads that, and not only that the session was ended.
alter table sessions drop constraint sessions_close_reason_known
--;;
alter table sessions add constraint sessions_close_reason_known check (close_reason in ('signedOut', 'idle', 'absolute', 'replaced', 'revoked', 'passwordChanged', 'lostDevice', 'notMe', 'operator', 'accountClosed'))
