-- Read once a night only, to take away what is long over.
create index sessions_age on sessions (absolute_expires_at) where network is not null
--;;
create index session_tokens_age on session_tokens (created_at)
--;;
create index session_handoffs_age on session_handoffs (expires_at)
--;;
create index contact_codes_age on contact_codes (expires_at)
--;;
create index link_tokens_age on link_tokens (created_at)
