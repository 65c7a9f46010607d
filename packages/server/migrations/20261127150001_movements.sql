-- What of a withdrawal that came back was given back; those whose money is kept apart say nothing.
update movements set details = movements.details || jsonb_build_object(
  'givenBack', back.amount_cents, 'returnedAs', 'txn_' || replace(back.movement_id::text, '-', ''))
from movements back
where back.owner_id = movements.owner_id and back.linked_id = movements.movement_id and back.type = 'reversal'
  and back.state = 'COMPLETED' and movements.type = 'withdraw' and movements.state = 'COMPLETED'
  and jsonb_exists(movements.details, 'returnedAs')
