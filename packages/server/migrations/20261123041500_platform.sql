-- A live event says what changed and no longer what it contains: a list of [name, {what}] in JSON, in the order of their
-- numbers. `events` and `data`, the names and contents of before, are no longer written. They stay until no process is
-- left that reads them: such a process takes their defaults for a reset, and its screens read everything again.
alter table live_events add column changes text
--;;
alter table live_events alter column events set default 'reset'
--;;
alter table live_events alter column data set default '[{}]'
