-- A job's last failure, in words of ours.
alter table job_lease add column last_failed_at timestamptz;
alter table job_lease add column failure text;
alter table job_lease add column failures bigint not null default 0;

create index agent_private on agent (id) where visibility = 'private';
create index agent_standing_troubled on agent_standing (status, agent_id) where status > 1;
create index removal_pending on removal (contest_id) where contest_id is not null and outcome is null;
create index comment_of_person on comment (user_id, id) where user_id is not null;
create index mail_given_up on mail (id) where next_at is null and sent_at is null;
create index webhook_disabled on webhook (id) where not is_active;
create index invitation_code_listed on invitation_code (created_at desc, digest desc);
