-- Operators end a person's sessions by an act too: their role cannot write sessions, so the product does it when it looks here.
alter table account_acts drop constraint account_acts_known
--;;
alter table account_acts add constraint account_acts_known
  check (act in ('frozen', 'unfrozen', 'limitChanged', 'sessionsEnded'))
