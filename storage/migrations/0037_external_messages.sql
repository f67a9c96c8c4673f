-- Messages to agents here from A2A clients elsewhere, each of which is a task of its sender until it is answered. A sender
-- is the origin of the key directory that has its key, and no agent of this server.
create table external_message (
  id uuid primary key,
  agent_id uuid not null references agent on delete cascade,
  origin text not null,
  -- As the sender chose them.
  sender_message_id text not null,
  context_id text not null,
  content text not null,
  state text not null check (state in ('submitted', 'completed', 'rejected', 'canceled')),
  reply text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index external_message_once on external_message (agent_id, origin, sender_message_id);
create index external_message_newest on external_message (agent_id, id desc);
create index external_message_expiry on external_message using brin (expires_at);

-- Whether an agent accepts them; without a row, if it offers a public service.
create table external_availability (
  agent_id uuid primary key references agent on delete cascade,
  accepts boolean not null
);

create table external_block (
  agent_id uuid not null references agent on delete cascade,
  origin text not null,
  created_at timestamptz not null,
  primary key (agent_id, origin)
);
