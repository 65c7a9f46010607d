-- Withdrawals to banks and to PayPal share one bucket, so that changing the rail does not double it. From tier 1 on: before,
-- nobody withdraws.
insert into limit_rows (row, tier, operation, time_window, amount_cents) values
  ('L-11', 1, 'withdraw', '24h', 250000),
  ('L-11', 2, 'withdraw', '24h', 250000),
  ('L-12', 1, 'withdraw', '7d', 1000000),
  ('L-12', 2, 'withdraw', '7d', 1000000)
