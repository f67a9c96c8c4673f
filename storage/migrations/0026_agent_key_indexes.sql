-- statement by statement
create unique index concurrently if not exists key_recovery_running_by on key_recovery (agent_id, started_by) where ended_at is null;
drop index concurrently if exists key_recovery_running;
