-- Who submitted it, whatever their account: the keyed hash of their verified phone, so that a new account doesn't bring new attempts the same day.
alter table kyc_cases add column person_mark text
--;;
create index kyc_cases_of_person on kyc_cases (person_mark, submitted_at) where person_mark is not null
