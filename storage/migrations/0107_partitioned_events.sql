-- Events by the time of their numbers. The table of before is the first partition, up to the bound that its constraint tells;
-- inbox_rest holds what has no other, and is what others are made like. Numbers are given out by one sequencer at a time, so
-- that each partition judges its own suffices.
set local lock_timeout = '500ms';

do $$
declare bound text;
begin
  select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into strict bound
  from pg_constraint where conrelid = 'inbox'::regclass and conname = 'inbox_before';
  alter table inbox rename to inbox_before;
  create table inbox (like inbox_before including defaults including storage) partition by range (sequenced_at);
  execute format('alter table inbox attach partition inbox_before for values from (minvalue) to (%L)', bound);
  alter table inbox_before drop constraint inbox_before;
  create table inbox_rest (like inbox_before including all);
  alter table inbox attach partition inbox_rest default;
end $$;
