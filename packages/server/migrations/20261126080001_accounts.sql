-- Usage is counted of those who said yes. Nobody was asked before: who had not switched it off is asked now.
alter table users add column usage_asked boolean not null default false
--;;
alter table users alter column counts_usage set default false
--;;
update users set usage_asked = not counts_usage, counts_usage = false
