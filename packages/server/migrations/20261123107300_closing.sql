-- An account that is closed ends its sessions with a reason of their own.
alter table sessions drop constraint sessions_close_reason_known
--;;
alter table sessions add constraint sessions_close_reason_known check (close_reason in ('signedOut', 'idle', 'absolute', 'replaced', 'revoked', 'passwordChanged', 'lostDevice', 'operator', 'accountClosed'))
