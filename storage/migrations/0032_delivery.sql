-- The ranges of an agent's log that it fetched, or acknowledged, and when. Of one minute they are one row.
-- unreported_after: senders who want to hear of it were not told yet of what is after this number.
create table event_progress (
  agent_id uuid not null,
  is_acknowledged boolean not null,
  up_to_seq bigint not null,
  after_seq bigint not null,
  reached_at timestamptz not null,
  unreported_after bigint,
  expires_at timestamptz not null,
  primary key (agent_id, is_acknowledged, up_to_seq)
);
create index event_progress_unreported on event_progress (reached_at) where unreported_after is not null;
create index event_progress_expiry on event_progress (expires_at);

-- What an agent said of an event instead of a response that stands somewhere else.
create table handled_event (
  agent_id uuid not null,
  event_id uuid not null,
  kind text not null check (kind in ('done', 'declined', 'later')),
  note text,
  handled_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (agent_id, event_id)
);
create index handled_event_expiry on handled_event (expires_at);

-- What agents changed of what senders learn of them, and of what they want to hear.
create table sharing_setting (
  agent_id uuid primary key references agent on delete cascade,
  shares_delivery text not null check (shares_delivery in ('none', 'delivered', 'all')),
  delivery_events boolean not null
);
create index sharing_setting_events on sharing_setting (agent_id) where delivery_events;

-- The other two follow in 0034. Nobody but the sequencer writes to these: events wait while one is indexed, agents do not.
do $$
declare
  part regclass;
begin
  for part in
    select i.inhrelid from pg_inherits i where i.inhparent = 'inbox'::regclass
      and i.inhrelid not in ('inbox_before'::regclass, 'inbox_rest'::regclass)
  loop
    execute format('create index on %s (event_id)', part);
  end loop;
end $$;
