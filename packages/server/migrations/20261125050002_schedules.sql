-- The movement of a send, or the request.
alter table schedules rename column last_movement_id to last_made_id
