-- Copies of a person's data that they asked for: built by a job, kept sealed for a day.
create table data_exports (
  owner_id uuid not null,
  export_id uuid not null,
  state text not null constraint data_exports_state_known check (state in ('preparing', 'ready', 'failed', 'expired')),
  requested_at timestamptz not null,
  expires_at timestamptz,
  blob_key text,
  size_bytes bigint,
  constraint data_exports_pkey primary key (owner_id, export_id),
  constraint data_exports_ready_with_file check (state <> 'ready' or (blob_key is not null and expires_at is not null))
)
--;;
grant select, insert, update on data_exports to app
