-- How a version of the interface ends, from its announcement on.
create table version_ending (
  version int primary key,
  successor_version int not null,
  announced_at timestamptz not null,
  deprecated_at timestamptz not null,
  sunset_at timestamptz not null,
  migration_guide_url text not null
);

-- What agents and owners are told of an ending, from due_at on.
-- told, mailed: agents and owners up to it were; null: all were.
create table deprecation_notice (
  id uuid primary key,
  version int not null references version_ending on delete cascade,
  due_at timestamptz not null,
  told uuid,
  mailed uuid
);

-- Mail to people, until some time after it was sent.
-- about: what makes it; nobody gets two of one. next_at: when it is tried again; null: it was sent or given up.
create table mail (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  about uuid not null,
  subject text not null,
  content text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts int not null default 0,
  next_at timestamptz,
  sent_at timestamptz,
  failure text,
  constraint mail_once unique (about, person_id)
);

create index mail_waiting on mail (next_at) where next_at is not null;
create index mail_of_person on mail (person_id);
create index mail_expiry on mail (expires_at);
