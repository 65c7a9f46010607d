-- A product has a picture too. One that an invoice shows is kept for as long as the invoice: then its payer has a row as well, which
-- leads to the same bytes.
alter table pictures add column kind text not null default 'person' constraint pictures_kind_known check (kind in ('person', 'product'))
--;;
alter table pictures add column is_kept boolean not null default false
--;;
grant update on pictures to app
