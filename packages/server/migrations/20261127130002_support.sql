-- A dispute whose money came back by another way while it was credited: the credit goes back.
alter table disputes drop constraint disputes_state_known
--;;
alter table disputes add constraint disputes_state_known
  check (state in ('opened', 'investigating', 'provisionalCredit', 'resolvedForUser', 'resolvedAgainst', 'withdrawn', 'cameBack'))
