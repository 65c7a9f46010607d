-- The balance, and every figure that gives it away, shows dots on this person's screens, on whatever device.
alter table users add column hide_balance boolean not null default false
