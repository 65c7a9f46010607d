-- A rail carries payments of several kinds: what is to be checked says which, as provider_operations does.
alter table open_operations add column kind text not null default 'deposit'
--;;
update open_operations set rail = 'inApp', kind = 'send' where rail = 'held-transfer'
--;;
alter table open_operations alter column kind drop default
