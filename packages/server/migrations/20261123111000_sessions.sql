-- A sign-in that was begun before this and waits for its second factor opens nothing any more.
alter table users add column sign_ins_ended_at timestamptz
