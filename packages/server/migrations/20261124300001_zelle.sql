-- Credits are worked through by their ids, page by page, and those of one payment are counted.
create index zelle_credits_open_ids on zelle_credits (id) where ended_at is null
--;;
create index zelle_credits_claims on zelle_credits (claim_ref) where ended_at is null
--;;
create index zelle_credits_to_book on zelle_credits (id)
 where (state = 'posted' and booked_at is null) or (state = 'removed' and booked_at is not null and unbooked_at is null)
