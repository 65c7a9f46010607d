-- Withdrawals ask for a proof whatever the amount, a saved card from $200 on; in force for rails from the day they open.
insert into step_up_rows (operation, rule, amount_cents) values
  ('bank', 'single', 1),
  ('paypalWithdraw', 'single', 1),
  ('stripe', 'single', 20000)
