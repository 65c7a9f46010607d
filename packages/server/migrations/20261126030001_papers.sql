-- Papers that were given out: a receipt, the record of something unfinished, an invoice, a statement. The file is not kept, only what proves it: its hash and
-- the sums it answers for, as they were signed.
create table papers (
  owner_id uuid not null,
  paper_id uuid not null,
  kind text not null constraint papers_kind_known check (kind in ('receipt', 'record', 'invoice', 'statement')),
  totals jsonb not null,
  sha256 bytea not null constraint papers_sha256_whole check (octet_length(sha256) = 32),
  issued_at timestamptz(3) not null,
  -- Which key signed it. Keys are files of the server; the public half of each is kept for good.
  kid text not null,
  signature bytea not null constraint papers_signature_whole check (octet_length(signature) = 64),
  constraint papers_pkey primary key (owner_id, paper_id)
)
--;;
-- What was issued is never changed: another copy is another paper.
grant select, insert on papers to app
--;;
-- Which paper a code stands for. Only its hash is looked up.
create table paper_codes (
  code_hash bytea not null,
  owner_id uuid not null,
  paper_id uuid not null,
  constraint paper_codes_pkey primary key (code_hash)
)
--;;
grant select, insert on paper_codes to app
