-- The saved card that its owner is offered first. The cards themselves are their provider's: a row may name one that is gone.
create table default_cards (
  owner_id uuid not null,
  provider text not null,
  card_id text not null,
  constraint default_cards_pkey primary key (owner_id, provider)
)
--;;
grant select, insert, update, delete on default_cards to app
