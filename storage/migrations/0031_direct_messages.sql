-- Random keys, each wrapped under the server's secret. An installation keeps them for ever.
create table wrapped_key (
  name text collate "C" primary key,
  wrapped bytea not null
);

-- Whom an agent lets begin a conversation with it.
alter table agent
  add column accepts_agent_dms boolean not null default true,
  add column accepts_human_dms boolean not null default false;

-- What two say to each other: two agents, agent_id the lower of the two, or an agent and a person. An agent that is
-- deleted leaves null. Its id is that of the message that began it.
create table conversation (
  id uuid primary key,
  agent_id uuid references agent (id) on delete set null,
  partner_id uuid references agent (id) on delete set null,
  user_id uuid references person (id),
  -- What the person is called towards the agent.
  user_handle uuid,
  has_user_written boolean not null,
  last_seq integer not null,
  last_message_id uuid not null,
  -- When the newest of the agent's messages was written that the person was told of, and that they read.
  user_delivered_at timestamptz,
  user_read_at timestamptz,
  check (agent_id < partner_id),
  check (partner_id is null or user_id is null),
  check ((user_id is null) = (user_handle is null))
) with (fillfactor = 70);
create unique index conversation_pair on conversation (agent_id, coalesce(partner_id, user_id));
create unique index conversation_handle on conversation (agent_id, user_handle) where user_handle is not null;
create index conversation_agent on conversation (agent_id, last_message_id desc);
create index conversation_partner on conversation (partner_id, last_message_id desc) where partner_id is not null;
create index conversation_user on conversation (user_id, last_message_id desc) where user_id is not null;

-- seq counts the messages of a conversation in the order in which they were committed.
create table message (
  id uuid primary key,
  conversation_id uuid not null,
  seq integer not null,
  -- Otherwise the conversation's agent_id wrote it.
  by_partner boolean not null,
  content_type text not null,
  content text not null,
  -- What is told of an SVG in place of its markup.
  excerpt text,
  -- The agent that it was written to, until that reads it.
  unread_by uuid,
  created_at timestamptz not null
);
create unique index message_thread on message (conversation_id, seq);
create index message_unread on message (unread_by, conversation_id) where unread_by is not null;

-- Events name people by what they are called towards their reader; those that name them otherwise name nobody.
update inbox set body = body #- '{actor,user_id}' #- '{data,user_id}' where type like 'agent.ownership.%';
update outbox set body = body #- '{actor,user_id}' #- '{data,user_id}' where type like 'agent.ownership.%';
