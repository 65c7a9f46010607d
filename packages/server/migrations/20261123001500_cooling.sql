-- After a change that a thief would make first, money goes out slowly for a while. One row per person and cause; the newest
-- change of a cause counts. Every cause obeys the same rule.
create table coolings (
  owner_id uuid not null,
  cause text not null constraint coolings_cause_known check (cause in ('passwordReset')),
  started_at timestamptz not null,
  ends_at timestamptz not null,
  constraint coolings_pkey primary key (owner_id, cause),
  constraint coolings_in_order check (ends_at > started_at)
)
--;;
grant select, insert, update on coolings to app
--;;
-- Consent that was given before the address was proved may have been a stranger's: it is dropped with the rest.
grant delete on terms_acceptances to app
