-- A payment whose money came again when no free place was left says so.
grant select (waived_cents) on provider_operations to auditor, console
