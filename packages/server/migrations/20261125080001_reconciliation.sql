-- Our own transfers between a provider and our bank are booked by operators; until then they are a difference.
alter table reconciliation_differences
  drop constraint reconciliation_differences_what_known,
  add constraint reconciliation_differences_what_known
    check (what in ('missingHere', 'missingThere', 'otherAmount', 'duplicate', 'unrecognised', 'unbookedTransfer'))
