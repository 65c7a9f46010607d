-- Orders to let withdrawals to banks go before their cut-off, carried out by the product.
create table bank_releases (
  id uuid not null,
  ordered_by text not null,
  reason text not null,
  ordered_at timestamptz not null,
  ended_at timestamptz,
  -- How many went.
  released integer,
  constraint bank_releases_pkey primary key (id),
  constraint bank_releases_ended_whole check ((ended_at is null) = (released is null))
)
--;;
create index bank_releases_waiting on bank_releases (ordered_at) where ended_at is null
--;;
grant select, insert on bank_releases to console
--;;
grant select, update (ended_at, released) on bank_releases to app
--;;
grant select on bank_releases to auditor
