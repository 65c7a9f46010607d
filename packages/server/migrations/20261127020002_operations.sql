-- The operators' commands prove what was written since the last checkpoint before they let money move again.
grant select on checkpoints, proof_progress to console
--;;
-- The command that proves everything again goes on where it was stopped.
grant insert, update (position, at) on proof_progress to console
