-- The session that enrolled the app: only there a lost answer is given again.
alter table authenticator_apps add column enrolled_session uuid
