-- The picture of a person, one at a time. The bytes are in a blob, sealed; unlike the papers of the identity check it can be
-- taken away, and with it everything that could show it.
create table pictures (
  owner_id uuid not null,
  file_id uuid not null,
  content_type text not null,
  size_bytes integer not null constraint pictures_size_positive check (size_bytes > 0),
  sha256 bytea not null,
  blob_key text not null,
  created_at timestamptz not null,
  constraint pictures_pkey primary key (owner_id, file_id)
)
--;;
grant select, insert, delete on pictures to app
