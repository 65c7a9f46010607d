-- What of a transaction went back is found by the transaction: few rows of a history.
create index movements_returns on movements (owner_id, linked_id) where type in ('refund', 'reversal')
