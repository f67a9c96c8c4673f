-- Browsers in which people receive notifications. session_id: of the one that asked for it, while it lasts; a
-- subscription outlives a session that expires, but none that is ended.
create table push_subscription (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  session_id uuid references person_session on delete set null,
  endpoint text collate "C" not null,
  public_key bytea not null,
  auth_secret bytea not null,
  browser text not null,
  created_at timestamptz not null,
  constraint push_subscription_endpoint unique (endpoint)
);
create index push_subscription_person on push_subscription (person_id, id desc);
create index push_subscription_session on push_subscription (session_id);

-- Notifications that are still to be sent to a browser.
create table push_message (
  subscription_id uuid not null references push_subscription on delete cascade,
  notification_id uuid not null,
  attempts int not null,
  next_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (subscription_id, notification_id)
);
create index push_message_due on push_message (next_at);

-- Whether notifications of a topic are pushed, where a person chose.
alter table person_notification_setting add column is_pushed boolean;
