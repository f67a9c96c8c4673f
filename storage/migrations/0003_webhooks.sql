-- Where agents have events sent. events: null stands for the default ones. The secrets are sealed (storage/secrets).
create table webhook (
  id uuid primary key,
  agent_id uuid not null,
  url text not null,
  host text not null,
  description text not null,
  events text[],
  secret bytea not null,
  former_secret bytea,
  former_until timestamptz,
  is_active boolean not null,
  disabled_reason text,
  created_at timestamptz not null,
  network uuid
);
create index webhook_agent on webhook (agent_id);
create index webhook_host on webhook (host) where is_active;
create index webhook_space_posts on webhook (is_active) where 'space.post.created' = any (events);
create index webhook_disabled on webhook (id) where not is_active;

-- How far sending has come: due_at is that of the first delivery that waits, 'infinity' where none does. Whoever holds
-- the row sends. in_failing_lane: what was sent last was not answered, or nothing was yet; such webhooks wait for one another.
-- failing_since, failed_events: since the last success.
create table webhook_sending (
  webhook_id uuid primary key,
  due_at timestamptz not null,
  in_failing_lane boolean not null,
  holder uuid,
  leased_until timestamptz not null,
  failing_since timestamptz,
  failed_events integer not null,
  answered_at timestamptz,
  status_code smallint,
  host text not null,
  party uuid not null,
  address text
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0.02);
create index webhook_sending_due on webhook_sending (in_failing_lane, due_at);

-- An event on its way to a webhook. seq: its number in the recipient's log; null: it does not stand there.
-- due_at: null where it was delivered, or no attempt is left. A status_code of 0: there was no answer. former: of the
-- attempt before the last.
create table webhook_delivery (
  webhook_id uuid not null,
  event_id uuid not null,
  seq bigint,
  event_type text not null,
  created_at timestamptz not null,
  due_at timestamptz,
  attempts smallint not null default 0,
  attempted_at timestamptz,
  status_code smallint,
  former_attempted_at timestamptz,
  former_status_code smallint,
  delivered_at timestamptz,
  primary key (webhook_id, event_id)
) partition by range (event_id);
create index webhook_delivery_due on webhook_delivery (webhook_id, due_at) where due_at is not null;
create index webhook_delivery_created on webhook_delivery (created_at);
-- While a webhook fails, few of its deliveries are tried: those are found among all that wait.
create index webhook_delivery_tried on webhook_delivery (webhook_id, due_at)
  where (attempts > 0) and (due_at is not null);
