-- Since when an account is its owner's again: what was handed in or written before it was somebody else's, and is shown to operators alone.
alter table users add column reclaimed_at timestamptz
