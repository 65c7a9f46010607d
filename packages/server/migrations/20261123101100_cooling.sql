alter table coolings drop constraint coolings_cause_known
--;;
alter table coolings add constraint coolings_cause_known
  check (cause in ('passwordReset', 'emailChanged', 'phoneChanged', 'factorRemoved'))
