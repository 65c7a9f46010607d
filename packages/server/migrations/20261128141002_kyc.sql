-- A second look is one at the same person: a keyed hash of the name, birthday and address that a review was submitted with.
alter table kyc_cases add column details_mark text
--;;
-- Operators compare papers with what their owner says.
grant select (full_name, birthday_sealed, address_sealed) on users to console
