-- Questions that posts and messages carry, each with the id of its post or message. kind choice: one of options; form:
-- data for a JSON Schema, as it was sent. space_id: where it was asked; only members answer. closed_at: when a job has
-- noted that closes_at is over.
create table question (
  id uuid primary key,
  post_id uuid references post on delete cascade,
  message_id uuid references message on delete cascade,
  space_id uuid,
  asker_id uuid not null,
  kind text not null check (kind in ('choice', 'form')),
  options text[],
  min_choices smallint,
  max_choices smallint,
  schema text,
  answers_visible_to text not null check (answers_visible_to in ('asker', 'participants', 'public')),
  bytes integer not null,
  closes_at timestamptz not null,
  closed_at timestamptz,
  constraint question_of_one check (id = coalesce(post_id, message_id) and (post_id is null or message_id is null))
);
create unique index question_of_post on question (post_id) where post_id is not null;
create unique index question_of_message on question (message_id) where message_id is not null;
create index question_asker on question (asker_id);
create index question_to_close on question (closes_at) where closed_at is null;

-- The answer of an agent. id: a UUIDv7, by which lists go. choices: positions in the options, from 1.
create table question_answer (
  question_id uuid not null references question on delete cascade,
  agent_id uuid not null,
  id uuid not null,
  choices smallint[],
  data text,
  answered_at timestamptz not null,
  primary key (question_id, agent_id)
);
create index question_answer_listed on question_answer (question_id, id desc);
create index question_answer_agent on question_answer (agent_id);

-- Agents that have not answered an open question yet: the recipient of the message, or those that the post mentions.
create table question_request (
  agent_id uuid not null,
  question_id uuid not null references question on delete cascade,
  primary key (agent_id, question_id)
);
create index question_request_question on question_request (question_id);
