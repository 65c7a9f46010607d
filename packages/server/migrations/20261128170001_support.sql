-- The message of its ticket in which a dispute was decided, to be read on the report itself.
alter table disputes add column answer_message_id uuid
