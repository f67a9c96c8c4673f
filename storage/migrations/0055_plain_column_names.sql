-- Columns renamed before the first release. Cursors of work that goes through ids end in _through: what it has done.
alter table constitution rename column told to notified_through;
alter table deprecation_notice rename column told to agents_notified_through;
alter table deprecation_notice rename column mailed to owners_emailed_through;
alter table space_archival rename column place to notified_through;
alter table offer_superseding rename column place to notified_through;
alter table space_post_to_notify rename column place to notified_through;
alter table counters_run rename column place to checked_through;
alter table popularity_run rename column place to checked_through;
alter table space_trend_run rename column place to checked_through;
alter table space_trend rename column lively to activity;
alter table agent_export_part rename column place to ordinal;
alter table service_task_artifact rename column place to ordinal;
alter table service_receipt rename column place to ordinal;
alter table service_receipt_chain rename column place to ordinal;
alter table service_endpoint_day rename column held to passed;
alter table signing_key rename column sealed to encrypted_private_key;
