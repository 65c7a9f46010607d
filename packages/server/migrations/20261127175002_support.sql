-- Pictures and PDFs that people send to support, sealed as blobs. One without a message was put away and never sent, and goes after a day.
create table support_files (
  owner_id uuid not null,
  file_id uuid not null,
  message_id uuid,
  content_type text not null constraint support_files_type_known check (content_type in ('image/jpeg', 'application/pdf')),
  size_bytes integer not null constraint support_files_size_positive check (size_bytes > 0),
  sha256 bytea not null,
  blob_key text not null,
  created_at timestamptz not null,
  constraint support_files_pkey primary key (owner_id, file_id)
)
--;;
create index support_files_of_message on support_files (owner_id, message_id) where message_id is not null
--;;
create index support_files_unsent on support_files (created_at) where message_id is null
--;;
-- For operators, who are told a number: whose it is.
create index support_files_by_id on support_files (file_id)
--;;
grant select, insert, update (message_id), delete on support_files to app
--;;
grant select on support_files to console, auditor
