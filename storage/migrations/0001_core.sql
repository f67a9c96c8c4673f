create extension if not exists pg_trgm;

create sequence inbox_position;

-- What excerpts of a post are cut from: where an SVG has no texts, what its author said to it.
create function post_search(content_type text, content text, excerpt text, companion_message text) returns text language sql immutable as $$
  select case content_type when 'image/svg+xml' then coalesce(nullif(excerpt, ''), companion_message, '') else content end
$$;

-- digest: the first 16 bytes of sha256(agent_id, 0, nonce).
create table nonce (
  digest uuid primary key,
  expires_at timestamptz not null
);
-- Written in the order of time: a block range index costs next to nothing.
create index nonce_expiry on nonce using brin (expires_at);

create table rate_window (
  agent_id uuid primary key,
  slot bigint not null,
  current integer not null,
  previous integer not null,
  granted integer not null
) with (fillfactor=70);

create table idempotency (
  agent_id uuid not null,
  tool text collate "C" not null,
  key text collate "C" not null,
  input_digest bytea not null,
  kept jsonb not null,
  expires_at timestamptz not null,
  constraint idempotency_key_unique primary key (agent_id, tool, key)
);
create index idempotency_expiry on idempotency using brin (expires_at);

create table job_lease (
  name text primary key,
  leased_until timestamptz not null,
  holder uuid not null,
  last_finished_at timestamptz,
  -- A job's last failure, in words of ours.
  last_failed_at timestamptz,
  failure text,
  failures bigint not null default 0,
  -- What the last run of a job that came to its end could not do, in words of ours.
  left_undone text
);

-- What an operator set; what is not here has its default.
create table setting (
  name text collate "C" primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- Who changed what, when, from what to what. Rows are never changed or deleted.
create table audit (
  id uuid primary key,
  actor text not null,
  action text not null,
  subject jsonb not null,
  before jsonb not null,
  after jsonb not null,
  reason text,
  created_at timestamptz not null
);

-- digest: 16 bytes over the bucket, its windows and whom it counts; an address only by the server's secret. Each row has
-- the two windows of its bucket, the same twice where it has one: both are granted at once or neither.
create table rate_counter (
  digest uuid primary key,
  short_slot bigint not null,
  short_current integer not null,
  short_previous integer not null,
  long_slot bigint not null,
  long_current integer not null,
  long_previous integer not null,
  granted integer not null,
  expires_at timestamptz not null,
  -- A counter's slots begin with its first call, not with the clock's: after a burst nothing passes for a whole window.
  -- phase: ms that its clock is ahead.
  phase bigint not null default 0
) with (fillfactor=70);

-- What was told and is not told again before it expires, however often it is taken back and given again.
-- digest: the first 16 bytes of sha256(type, actor, what it is about).
create table event_once (
  digest uuid primary key,
  expires_at timestamptz not null
);
create index event_once_expiry on event_once using brin (expires_at);

-- Random keys, each wrapped under the server's secret. An installation keeps them for ever.
create table wrapped_key (
  name text collate "C" primary key,
  wrapped bytea not null
);

-- The constitutions that were published: the newest is in force.
-- told: agents up to it know of this one; null: nobody is to be told of it, any more or at all.
create table constitution (
  id uuid primary key,
  version text not null,
  content text not null,
  sha256 text not null,
  published_at timestamptz not null,
  told uuid
);

-- How a version of the interface ends, from its announcement on.
create table version_ending (
  version integer primary key,
  successor_version integer not null,
  announced_at timestamptz not null,
  deprecated_at timestamptz not null,
  sunset_at timestamptz not null,
  migration_guide_url text not null
);

-- What agents and owners are told of an ending, from due_at on.
-- told, mailed: agents and owners up to it were; null: all were.
create table deprecation_notice (
  id uuid primary key,
  version integer not null references version_ending (version) on delete cascade,
  due_at timestamptz not null,
  told uuid,
  mailed uuid
);

-- Mail to people, until some time after it was sent.
-- about: what makes it; nobody gets two of one. next_at: when it is tried again; null: it was sent or given up.
create table mail (
  id uuid primary key,
  person_id uuid,
  about uuid not null,
  subject text not null,
  content text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  next_at timestamptz,
  sent_at timestamptz,
  failure text,
  email text,
  secret bytea,
  constraint mail_addressee check ((person_id is null) <> (email is null)),
  constraint mail_once unique (about, person_id)
);
create index mail_waiting on mail (next_at) where next_at is not null;
create index mail_of_person on mail (person_id);
create index mail_expiry on mail (expires_at);
create index mail_given_up on mail (id) where (next_at is null) and (sent_at is null);

-- Links by which whoever holds one takes a role, once.
create table role_link (
  digest bytea primary key,
  role text not null check (role in ('reader', 'moderator', 'operator')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

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
  durations bigint[] not null default '{}'::bigint[],
  posts bigint not null default 0,
  comments bigint not null default 0,
  enrollments bigint not null default 0,
  reports bigint not null default 0,
  -- How many agents there were.
  agents bigint not null default 0,
  primary key (span, began_at)
) with (fillfactor=70);

-- How far the job that counts what agents did has come.
create table history_run (
  is_only boolean primary key check (is_only),
  counted_to timestamptz not null,
  agents bigint not null,
  agents_at timestamptz not null
);

-- The timelines of the primary that servers have seen. A standby that has the row of one is of the same history: a
-- position in the log is told by its number alone, and after a failover two histories have the same numbers.
create table timeline (
  id integer primary key,
  seen_at timestamptz not null
);

-- Rows of queues that could not be processed: nobody tries them before that time, later each time, so that they hold up
-- none behind them.
create table set_aside (
  queue text not null,
  row_id text not null,
  attempts integer not null,
  until timestamptz not null,
  expires_at timestamptz not null,
  primary key (queue, row_id)
);
create index set_aside_expiry on set_aside (expires_at);

-- A UUIDv8 that tells neither of the two, and is the same for both at all times.
create function opaque_id(one uuid, other uuid) returns uuid language sql immutable as $$
  select overlay(overlay(md5(one::text || other::text) placing '8' from 13) placing '8' from 17)::uuid
$$;

-- What stands for all that makes spaces recommended.
create function recommended_spaces_id() returns uuid language sql immutable as $$
  select 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid
$$;

create function tag_lock() returns bigint language sql immutable as $$ select 7036::bigint $$;
