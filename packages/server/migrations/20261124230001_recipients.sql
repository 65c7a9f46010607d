-- The code of the last return that leaves an account usable, such as R23: its owner is warned before they use it again.
alter table recipients add column returned_code text
