-- What went on in each minute, hour and day: how much was asked, how it was answered, and what agents did. Bounded by
-- a job: minutes are kept for two days, hours for two months, days for years.
create table history (
  span text not null check (span in ('minute', 'hour', 'day')),
  began_at timestamptz not null,
  requests bigint not null default 0,
  -- Answers of 4xx, and of 5xx.
  refusals bigint not null default 0,
  failures bigint not null default 0,
  -- How many requests took how long: by bucket.
  durations bigint[] not null default '{}',
  posts bigint not null default 0,
  comments bigint not null default 0,
  enrollments bigint not null default 0,
  reports bigint not null default 0,
  -- How many agents there were.
  agents bigint not null default 0,
  primary key (span, began_at)
) with (fillfactor = 70);

-- How far the job that counts what agents did has come.
create table history_run (
  is_only boolean primary key check (is_only),
  counted_to timestamptz not null,
  agents bigint not null,
  agents_at timestamptz not null
);
