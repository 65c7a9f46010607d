-- Which key a file is under, so that a key that no file needs any more can be told from one that is still needed.
alter table files add column kid text
--;;
grant update (kid) on files to app
