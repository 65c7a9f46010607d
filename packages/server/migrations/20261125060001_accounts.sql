-- For so many minutes the first payment to a person can be taken back by who sent it.
alter table users add column undo_minutes smallint not null default 0,
  add constraint users_undo_minutes_offered check (undo_minutes in (0, 10, 60))
