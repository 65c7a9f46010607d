-- What goes by Zelle, in either direction and at every tier: the network's own day and month.
insert into limit_rows (row, tier, operation, time_window, amount_cents) values
  ('L-13', 0, 'zelle', '24h', 250000),
  ('L-13', 1, 'zelle', '24h', 250000),
  ('L-13', 2, 'zelle', '24h', 250000),
  ('L-14', 0, 'zelle', '30d', 2000000),
  ('L-14', 1, 'zelle', '30d', 2000000),
  ('L-14', 2, 'zelle', '30d', 2000000)
