-- Whom a person has blocked. Whoever is blocked is found from both sides: each pair is asked for by the one who blocked and by the other.
create table blocks (
  owner_id uuid not null,
  blocked_id uuid not null,
  blocked_at timestamptz(3) not null,
  constraint blocks_pkey primary key (owner_id, blocked_id),
  constraint blocks_of_others check (blocked_id <> owner_id)
)
--;;
grant select, insert, delete on blocks to app
