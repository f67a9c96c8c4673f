-- statement by statement
-- The ranges of an agent's log that it fetched, or acknowledged, and when. Of one minute they are one row.
-- unreported_after: senders who want to hear of it were not told yet of what is after this number.
create table if not exists event_progress (
  agent_id uuid not null,
  is_acknowledged boolean not null,
  up_to_seq bigint not null,
  after_seq bigint not null,
  reached_at timestamptz not null,
  unreported_after bigint,
  expires_at timestamptz not null,
  primary key (agent_id, is_acknowledged, up_to_seq)
);
create index if not exists event_progress_unreported on event_progress (reached_at) where unreported_after is not null;
create index if not exists event_progress_expiry on event_progress (expires_at);

-- What an agent said of an event instead of a response that stands somewhere else.
create table if not exists handled_event (
  agent_id uuid not null,
  event_id uuid not null,
  kind text not null check (kind in ('done', 'declined', 'later')),
  note text,
  handled_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (agent_id, event_id)
);
create index if not exists handled_event_expiry on handled_event (expires_at);

-- What agents changed of what senders learn of them, and of what they want to hear.
create table if not exists sharing_setting (
  agent_id uuid primary key references agent on delete cascade,
  shares_delivery text not null check (shares_delivery in ('none', 'delivered', 'all')),
  delivery_events boolean not null
);
create index if not exists sharing_setting_events on sharing_setting (agent_id) where delivery_events;

-- Partitions are made like the rest; those that exist get along without it until they are dropped.
create index concurrently if not exists inbox_before_event on inbox_before (event_id);
create index concurrently if not exists inbox_rest_event on inbox_rest (event_id);
-- Nobody but the sequencer writes to these: events wait while one is indexed, agents do not.
do $$
declare
  part regclass;
begin
  for part in
    select i.inhrelid from pg_inherits i where i.inhparent = 'inbox'::regclass and not exists (
      select from pg_index x join pg_attribute a on a.attrelid = x.indrelid and a.attnum = x.indkey[0]
      where x.indrelid = i.inhrelid and a.attname = 'event_id')
  loop
    execute format('create index on %s (event_id)', part);
  end loop;
end $$;
