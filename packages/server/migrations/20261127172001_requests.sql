-- What the providers of a request's payments take back of them, or may, by payment and case.
alter table money_requests add column returns jsonb not null default '[]'
--;;
alter table money_requests add constraint money_requests_returns_of_paid check (paid_count > 0 or returns = '[]'::jsonb)
--;;
-- Those of invoices name their payment too, and what of it the issuer bears: all, as far as was noted until now.
update invoices
   set returns = (select jsonb_agg(one || jsonb_build_object('movementId', payments.movement_id, 'issuerCents', one -> 'cents'))
                    from jsonb_array_elements(invoices.returns) as one)
  from invoice_payments as payments
 where payments.owner_id = invoices.owner_id and payments.invoice_id = invoices.invoice_id and payments.kind = 'payment'
   and invoices.returns <> '[]'::jsonb
