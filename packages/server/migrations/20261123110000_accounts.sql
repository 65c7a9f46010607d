-- What a business tells about itself: its name, which others see in place of its owner's, and its EIN, sealed. All or nothing.
alter table users add column business_name text, add column ein_sealed text,
  add column business_kind text constraint users_business_kind_known
    check (business_kind in ('soleProprietor', 'llc', 'corporation', 'partnership', 'nonprofit')),
  add constraint users_business_whole check (
    (business_name is null) = (ein_sealed is null) and (business_name is null) = (business_kind is null)
    and (is_business or business_name is null))
