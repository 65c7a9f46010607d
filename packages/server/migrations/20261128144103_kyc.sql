-- A review that an operator opened again is none of the person's tries.
alter table kyc_cases add column is_reopened boolean not null default false
