-- Which cards an account has had saved, as keyed hashes of what their provider knows a card's number by; kept once a card is removed.
create table card_marks (
  owner_id uuid not null,
  mark text not null,
  constraint card_marks_pkey primary key (owner_id, mark)
)
--;;
grant select, insert on card_marks to app
