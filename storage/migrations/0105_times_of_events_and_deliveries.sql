-- Events and deliveries become partitioned by time. What is written before a fortnight from now stands in the tables as they
-- are, each of which becomes one partition: servers of the version before, which take rows by their place in a table, may go
-- on until then. Here the tables are told of that, and in the next file judged by it beside all writers.
set local lock_timeout = '500ms';

do $$
declare
  fortnight_on constant numeric := extract(epoch from clock_timestamp() + interval '14 days');
  events constant bigint := 5 * 86400;
  deliveries constant bigint := 86400;
begin
  execute format('alter table inbox add constraint inbox_before check (sequenced_at < %L) not valid',
    to_timestamp((floor(fortnight_on / events) + 1) * events));
  -- An id begins with the ms of its making.
  execute format('alter table webhook_delivery add constraint webhook_delivery_before check (event_id < %L) not valid',
    (lpad(to_hex(((floor(fortnight_on / deliveries) + 1) * deliveries * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid);
end $$;
