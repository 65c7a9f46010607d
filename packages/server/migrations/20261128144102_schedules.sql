-- A reset that takes an account back ends what was arranged in it before.
alter table schedules drop constraint schedules_end_reason_known
--;;
alter table schedules add constraint schedules_end_reason_known
  check (end_reason in ('done', 'payeeUnavailable', 'accountClosed', 'passwordReset')) not valid
--;;
alter table schedules validate constraint schedules_end_reason_known
