-- What an operator has done to one person's account. The operators' role cannot send mail or order jobs: the product looks
-- here every minute, and tells the owner.
create table account_acts (
  id uuid not null,
  owner_id uuid not null,
  act text not null constraint account_acts_known check (act in ('frozen', 'unfrozen', 'limitChanged')),
  at timestamptz not null,
  told_at timestamptz,
  constraint account_acts_pkey primary key (id)
)
--;;
create index account_acts_to_tell on account_acts (at) where told_at is null
--;;
grant insert on account_acts to console
--;;
grant select, update (told_at) on account_acts to app
