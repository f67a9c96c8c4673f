-- What the last run of a job that came to its end could not do, in words of ours.
alter table job_lease add column left_undone text;
