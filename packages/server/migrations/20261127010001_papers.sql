-- The days that a statement is of, both included, as they were signed. Other papers have none.
alter table papers add column from_date date, add column to_date date
