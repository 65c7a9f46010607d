-- Statements follow the books entry by entry. What was posted as it was made is found by its time; what waited before it was
-- posted, a small part of a history, is found here.
create index movements_posted_later on movements (owner_id, entry_seq) where paid_at > created_at
