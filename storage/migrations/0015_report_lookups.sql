-- For the deletion of an agent, which takes its reports along.
create index report_reporter on report (reporter_id);
create index report_target on report (target_id);
