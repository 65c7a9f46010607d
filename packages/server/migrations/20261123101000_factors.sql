-- Proof of presence for one act: a challenge, what proves it, and the token that lets the act pass once. The intent is sealed
-- and kept beside its keyed hash; a code is kept as a keyed hash, a token as a hash. Rows serve for minutes and are removed
-- after days. Without a session it is the second factor of a sign-in.
create table step_up_challenges (
  owner_id uuid not null,
  challenge_id uuid not null,
  session_id uuid,
  operation text not null,
  intent_sealed text not null,
  intent_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  tries smallint not null default 0 constraint step_up_challenges_tries_bounded check (tries between 0 and 5),
  code_hash bytea,
  code_claim text,
  code_sent_at timestamptz,
  factor text,
  proved_at timestamptz,
  token_hash bytea,
  token_expires_at timestamptz,
  used_at timestamptz,
  movement_id uuid,
  constraint step_up_challenges_pkey primary key (owner_id, challenge_id),
  constraint step_up_challenges_token_of_proof check ((token_hash is null) = (token_expires_at is null) and (token_hash is null or proved_at is not null)),
  constraint step_up_challenges_used_after_proof check (used_at is null or proved_at is not null)
)
--;;
create unique index step_up_challenges_token on step_up_challenges (owner_id, token_hash) where token_hash is not null
--;;
-- When money last went with a proof: what has gone since then counts towards the next one.
create index step_up_challenges_money on step_up_challenges (owner_id, used_at desc) where movement_id is not null
--;;
grant select, insert, update, delete on step_up_challenges to app
--;;
-- From which amount on money asks for a proof; the newest row that is in force counts.
create table step_up_rows (
  operation text not null,
  rule text not null constraint step_up_rows_rule_known check (rule in ('newPayee', 'single', 'day')),
  amount_cents bigint not null constraint step_up_rows_amount_positive check (amount_cents > 0),
  effective_from timestamptz not null default '2026-01-01T00:00:00Z',
  constraint step_up_rows_pkey primary key (operation, rule, effective_from)
)
--;;
insert into step_up_rows (operation, rule, amount_cents) values
  ('in-app', 'newPayee', 5000),
  ('in-app', 'single', 20000),
  ('in-app', 'day', 50000)
--;;
grant select on step_up_rows to app
