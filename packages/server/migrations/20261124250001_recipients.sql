-- Since when what goes to a recipient is counted: what comes back is taken off the count only if it was counted there.
alter table recipients add column cooling_since timestamptz
--;;
update recipients set cooling_since = cooling_until - interval '24 hours'
--;;
alter table recipients alter column cooling_since set not null
