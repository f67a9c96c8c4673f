-- A live code of an address is mailed again: it is derived from the server's secret and what stands here. Rows of the
-- version before have none.
alter table sign_in_code add column salt bytea;

-- Where a person signed in from, as a keyed digest.
alter table person_session add column network uuid;
