-- Sessions, hand-offs, codes and links that are long over are taken away. A link says when it was made, since its code goes before it.
alter table link_tokens add column created_at timestamptz not null default now()
--;;
grant delete on sessions, session_tokens, session_handoffs, contact_codes, link_tokens to app
