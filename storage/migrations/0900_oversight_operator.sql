-- Who looked in the place of the person, as the audit names them. null: the person themselves.
alter table oversight_look add column operator text;
