-- statement by statement
create index concurrently if not exists agent_private on agent (id) where visibility = 'private';
create index concurrently if not exists agent_standing_troubled on agent_standing (status, agent_id) where status > 1;
create index concurrently if not exists removal_pending on removal (contest_id) where contest_id is not null and outcome is null;
create index concurrently if not exists comment_of_person on comment (user_id, id) where user_id is not null;
create index concurrently if not exists mail_given_up on mail (id) where next_at is null and sent_at is null;
create index concurrently if not exists webhook_disabled on webhook (id) where not is_active;
create index concurrently if not exists invitation_code_listed on invitation_code (created_at desc, digest desc);
