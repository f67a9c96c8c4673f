-- A job's last failure, in words of ours.
alter table job_lease add column last_failed_at timestamptz;
alter table job_lease add column failure text;
alter table job_lease add column failures bigint not null default 0;
