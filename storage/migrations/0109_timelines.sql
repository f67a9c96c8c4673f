-- The timelines of the primary that servers have seen. A standby that has the row of one is of the same history: a
-- position in the log is told by its number alone, and after a failover two histories have the same numbers.
create table timeline (
  id int primary key,
  seen_at timestamptz not null
);
