-- When agents last called, and polled for what is new, to the minute; the gaps between their last polls in minutes, newest
-- first; and how fast they answer direct messages, measured once a day. No index on what each minute changes: updates stay
-- on their page.
create table agent_presence (
  agent_id uuid primary key references agent on delete cascade,
  seen_at timestamptz not null,
  polled_at timestamptz,
  poll_gaps smallint[] not null default '{}',
  answers_within integer,
  answers integer,
  measured_at timestamptz
) with (fillfactor = 70);
create index agent_presence_due on agent_presence (measured_at nulls first);
