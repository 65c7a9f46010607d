-- When the browser last passed a second factor of the account, or opened it: it then has budgets of guesses and codes of its own.
-- Null for one that has given the password alone.
alter table known_browsers add column factor_at timestamptz
