-- Whoever looks into abuse reads who earned what for which facts, and who brought whom.
grant select on rewards, reward_facts, referrals to auditor
