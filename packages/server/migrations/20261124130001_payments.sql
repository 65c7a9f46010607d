-- Money that goes out is a payment too, with states of its own for each rail; where it goes is sealed. Until the answer to what
-- was sent is known, it counts when it was last sent and since when the provider has known of none.
alter table provider_operations
  add column destination_sealed text,
  add column release_at timestamptz,
  add column last_sent_at timestamptz,
  add column absent_at timestamptz
--;;
alter table provider_operations drop constraint provider_operations_state_known
--;;
alter table provider_operations add constraint provider_operations_state_known check (kind = 'withdrawal' or state in ('created', 'awaitingPayment', 'processing', 'succeeded', 'failed', 'expired', 'cancelled', 'refunded', 'disputed')) not valid
--;;
alter table provider_operations validate constraint provider_operations_state_known
--;;
alter table provider_operations add constraint provider_operations_payout_state_known check (kind <> 'withdrawal' or (rail in ('bank', 'paypal') and state in ('held', 'queued', 'submitting', 'submitUnknown', 'submitted', 'onHold', 'blocked', 'settled', 'failed', 'cancelled', 'returned', 'returnBlocked')) or (rail = 'paypal' and state = 'unclaimed')) not valid
--;;
alter table provider_operations validate constraint provider_operations_payout_state_known
--;;
alter table provider_operations add constraint provider_operations_payout_whole check (kind <> 'withdrawal' or (destination_sealed is not null and release_at is not null)) not valid
--;;
alter table provider_operations validate constraint provider_operations_payout_whole
