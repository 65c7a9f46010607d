-- People are found by their whole name, in whatever case and with or without accents. The expression is the one that
-- `directory-store.ts` compares by.
create index directory_name on directory
  (regexp_replace(normalize(lower(full_name), NFD), '[\u0300-\u036f]', '', 'g')) where can_receive
