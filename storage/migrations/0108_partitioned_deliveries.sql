-- Deliveries by the ids of their events, which begin with the ms of their making: so one key judges all partitions.
set local lock_timeout = '500ms';

do $$
declare
  bound text;
  each text;
begin
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into strict bound
  from pg_constraint where conrelid = 'webhook_delivery'::regclass and conname = 'webhook_delivery_before';
  alter table webhook_delivery rename to webhook_delivery_before;
  foreach each in array array['pkey', 'due', 'created', 'tried'] loop
    execute format('alter index webhook_delivery_%s rename to webhook_delivery_before_%s', each, each);
  end loop;
  create table webhook_delivery (like webhook_delivery_before including defaults including storage,
    primary key (webhook_id, event_id)) partition by range (event_id);
  create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where due_at is not null;
  create index webhook_delivery_created on webhook_delivery (created_at);
  create index webhook_delivery_tried on webhook_delivery (webhook_id, due_at)
    where attempts > 0 and due_at is not null;
  execute format(
    'alter table webhook_delivery attach partition webhook_delivery_before for values from (minvalue) to (%L)', bound);
  alter table webhook_delivery_before drop constraint webhook_delivery_before;
  create table webhook_delivery_rest partition of webhook_delivery default;
end $$;
