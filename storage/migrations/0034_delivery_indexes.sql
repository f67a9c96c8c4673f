-- statement by statement
-- Partitions are made like the rest.
create index concurrently if not exists inbox_before_event on inbox_before (event_id);
create index concurrently if not exists inbox_rest_event on inbox_rest (event_id);
