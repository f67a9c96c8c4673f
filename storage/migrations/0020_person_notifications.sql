-- What people are notified of; what a row says is read from its subject when it is shown. id: a UUIDv7, by which lists
-- go. actor_id: who caused it, or the agent that it is about; otherwise the person. mail: 'due' until it is decided
-- whether it is mailed; then 'digest' until the next digest, or 'sent' until it is read, or null.
create table person_notification (
  id uuid not null,
  person_id uuid not null,
  kind text collate "C" not null,
  topic text collate "C" not null,
  subject_id uuid not null,
  actor_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unread boolean not null,
  mail text check (mail in ('due', 'digest', 'sent')),
  primary key (person_id, kind, subject_id, actor_id)
);
create index person_notification_listed on person_notification (person_id, id desc);
create index person_notification_unread on person_notification (person_id, id desc) where unread;
create index person_notification_actor on person_notification (actor_id);
create index person_notification_due on person_notification (id) where mail = 'due';
create index person_notification_digest on person_notification (created_at) where mail = 'digest';
create index person_notification_expiry on person_notification (expires_at);

-- How a person is notified of a topic, where they chose.
create table person_notification_setting (
  person_id uuid not null references person on delete cascade,
  topic text collate "C" not null,
  delivery text not null check (delivery in ('off', 'in_app', 'daily', 'at_once')),
  primary key (person_id, topic)
);

-- The address that ends mail of this kind, for RFC 8058.
alter table mail add column unsubscribe text;
