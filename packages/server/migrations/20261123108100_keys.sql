-- Which key a file is under is read from the file itself, for whatever table it belongs to.
alter table files drop column kid
--;;
-- What is sealed is written again when its key is replaced.
grant update (secrets_sealed) on social_flows to app
--;;
grant update (text_sealed, answer_sealed) on kyc_appeals to app
--;;
grant update (secret_sealed, pending_sealed) on authenticator_apps to app
