-- A process of the release before writes what is under way without a kind: a card's deposit, or a held transfer under a rail
-- of that name, which the sweep still understands. The default goes when no such process is left.
alter table open_operations alter column kind set default 'deposit'
