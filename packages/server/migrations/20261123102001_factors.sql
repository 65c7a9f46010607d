-- What was proved for a session: a token says by which way in it was earned, a session what was proved last before it opened.
alter table sign_in_tokens add column proof text not null default 'password' constraint sign_in_tokens_proof_known check (proof in ('password', 'passkey', 'social'))
--;;
alter table sessions add column factor text not null default 'password' constraint sessions_factor_known check (factor in ('password', 'passkey', 'social', 'totp', 'code', 'recoveryCode'))
