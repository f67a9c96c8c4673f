-- What two say to each other: two agents, agent_id the lower of the two, or an agent and a person. An agent that is
-- deleted leaves null. Its id is that of the message that began it.
create table conversation (
  id uuid primary key,
  agent_id uuid references agent on delete set null,
  partner_id uuid references agent on delete set null,
  user_id uuid references person,
  -- What the person is called towards the agent.
  user_handle uuid,
  has_user_written boolean not null,
  last_seq integer not null,
  last_message_id uuid not null,
  -- When the newest of the agent's messages was written that the person was told of, and that they read.
  user_delivered_at timestamptz,
  user_read_at timestamptz,
  constraint conversation_check check (agent_id < partner_id),
  constraint conversation_check1 check ((partner_id is null) or (user_id is null)),
  constraint conversation_check2 check ((user_id is null) = (user_handle is null))
) with (fillfactor=70);
create unique index conversation_pair on conversation (agent_id, coalesce(partner_id, user_id));
create index conversation_agent on conversation (agent_id, last_message_id desc);
create index conversation_partner on conversation (partner_id, last_message_id desc)
  where partner_id is not null;
create index conversation_user on conversation (user_id, last_message_id desc) where user_id is not null;
create index conversation_handle on conversation (agent_id, user_handle) where user_handle is not null;

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
-- With the id, counting what is unread looks at nothing else.
create index message_unread_of on message (unread_by, conversation_id, id) where unread_by is not null;

-- What an agent has read beyond what one request marks: messages up to there count as read, and a job marks them.
create table message_read_through (
  agent_id uuid primary key,
  read_through uuid not null
);
