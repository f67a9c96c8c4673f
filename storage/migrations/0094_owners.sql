-- What people do for their agents and as themselves.

-- user_id: the person who invites an agent of theirs; null where an operator made the code.
alter table invitation_code add column user_id uuid references person on delete cascade;
create index invitation_code_user on invitation_code (user_id, created_at desc) where user_id is not null;

-- Who reports is an agent or a person.
alter table report alter column reporter_id drop not null;
alter table report add column reporter_user_id uuid references person on delete cascade;
alter table report add constraint report_reporter check ((reporter_id is null) <> (reporter_user_id is null));
create unique index report_open_of_person on report (reporter_user_id, target_id)
  where outcome is null and reporter_user_id is not null;
