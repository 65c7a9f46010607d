-- Pages of a look at the bank's list, until it has come to its end: the bank may have it begun anew, and then they never were.
create table zelle_pages (
  source text not null,
  n bigint not null,
  credits jsonb not null,
  constraint zelle_pages_pkey primary key (source, n)
)
--;;
grant select, insert, delete on zelle_pages to app
