-- What the provider of an invoice's payment takes back of it, or may, by case.
alter table invoices add column returns jsonb not null default '[]'
--;;
alter table invoices add constraint invoices_returns_of_paid check (state = 'paid' or returns = '[]'::jsonb)
