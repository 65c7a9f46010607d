-- Why operators did it, where its mail says so.
alter table account_acts add column why text
