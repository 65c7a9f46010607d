-- Visits to a bank by which people link their accounts. Tokens of the provider are sealed. What was linked serves once, to make
-- recipients; the login stays, so that it can be renewed instead of made a second time.
create table bank_links (
  owner_id uuid not null,
  link_id uuid not null,
  state text not null constraint bank_links_state_known check (state in ('waiting', 'linked', 'loginRequired', 'used', 'left')),
  institution text,
  tokens_sealed text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  updated_at timestamptz not null,
  constraint bank_links_pkey primary key (owner_id, link_id)
)
--;;
grant select, insert, update on bank_links to app
