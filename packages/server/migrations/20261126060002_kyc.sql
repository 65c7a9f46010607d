-- Whose papers an account was approved with, as keyed hashes, whatever kind of account it is: a person and their business share them.
create table identity_marks (
  owner_id uuid not null,
  mark text not null,
  constraint identity_marks_pkey primary key (owner_id, mark)
)
--;;
grant select, insert on identity_marks to app
