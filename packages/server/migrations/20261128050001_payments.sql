-- Operators propose what becomes of a withdrawal only where it can be done.
grant select (owner_id, ref, kind, state, amount_cents) on provider_operations to console
