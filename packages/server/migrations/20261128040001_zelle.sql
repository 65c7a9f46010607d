-- Credits that operators refunded, for the comparison with the bank's own list.
create index zelle_credits_refunded on zelle_credits (ended_at) where ended_as = 'refunded'
