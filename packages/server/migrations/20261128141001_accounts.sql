-- A token that travels in an address opens a session only in the browser that began the social login.
alter table sign_in_tokens add column browser_hash bytea
