-- Operators check all that is written before money is released.
grant select on debts to console
