-- Servers own no tables. Of those that are partitioned by time they make and drop partitions by these, and nothing else:
-- a name is that of its table and the day of its first rows. Readers and writers queue behind whoever waits for a lock here,
-- who so gives up in 200 ms, tells 'waits', and is called again. Once it has them they wait until it is done, whole or not at all.

-- A partition from `low` up to `high`, with what the rest holds of it; 'full' where that is more than may be moved at
-- once: 50,000 rows took 4 s on two busy cores, 5,000 took 0.3.
create or replace function make_partition(whole text, part text, low text, high text) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
declare
  rest text := whole || '_rest';
  key text;
  held bigint;
begin
  select a.attname into strict key
  from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
  join pg_attribute a on a.attrelid = c.oid and a.attnum = p.partattrs[0]
  where c.relname = whole and c.relnamespace = 'public'::regnamespace;
  if part !~ ('^' || whole || '_[0-9]{8}$') then
    raise exception 'a partition of % is named by its first day', whole;
  end if;
  perform pg_advisory_xact_lock(7004);
  if to_regclass(quote_ident(part)) is not null then
    return 'there';
  end if;
  execute format('select count(*) from (select from %I where %I >= %L and %I < %L limit 5001) r', rest, key, low, key, high)
    into held;
  if held > 5000 then
    return 'full';
  end if;
  execute format('lock table %I in access exclusive mode', rest);
  execute format('create table %I (like %I including all)', part, rest);
  execute format('with gone as (delete from %I where %I >= %L and %I < %L returning *) insert into %I select * from gone',
    rest, key, low, key, high, part);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', whole, part, low, high);
  return 'made';
exception when lock_not_available then
  return 'waits';
end
$$;

create or replace function drop_partition(whole text, part text) returns text
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '200ms' as $$
begin
  perform from pg_inherits i join pg_class w on w.oid = i.inhparent join pg_class p on p.oid = i.inhrelid
  where w.relname = whole and w.relnamespace = 'public'::regnamespace and w.relkind = 'p' and p.relname = part
    and pg_get_expr(p.relpartbound, p.oid) <> 'DEFAULT';
  if not found then
    return 'gone';
  end if;
  execute format('drop table %I', part);
  return 'dropped';
exception when lock_not_available then
  return 'waits';
end
$$;
