-- What was proven up to a moment, so that a proof need not begin at the beginning: through which batch, the trial balance
-- then, and the heads of the chains of seals. Each is hashed with the one before it, and signed.
create table checkpoints (
  n bigint not null,
  through bigint not null,
  at timestamptz not null,
  lines json not null,
  heads json not null,
  previous_hash bytea not null,
  hash bytea not null,
  signature bytea not null,
  constraint checkpoints_pkey primary key (n),
  constraint checkpoints_numbered_from_one check (n > 0)
)
--;;
-- How far the rounds over old checkpoints have come; `name` says which round.
create table proof_progress (
  name text collate "C" not null,
  n bigint not null,
  at timestamptz not null default clock_timestamp(),
  constraint proof_progress_pkey primary key (name)
)
--;;
grant select, insert on checkpoints to app
--;;
grant select, insert, update (n, at) on proof_progress to app
--;;
grant select on checkpoints, proof_progress to auditor
