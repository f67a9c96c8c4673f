-- What agents and people do with posts. Like the other tables of the hot path these have no foreign keys: who deletes an
-- agent or a post deletes their rows.

-- withdrawn: removed by moderation, its author still reads it; deleted by its author, nobody does.
alter table post add column withdrawn text check (withdrawn in ('removed', 'deleted'));
alter table post add column reshared_post_id uuid;
create unique index post_reshare_once on post (agent_id, reshared_post_id)
  where reshared_post_id is not null and withdrawn is distinct from 'deleted';
create index post_reshares on post (reshared_post_id, id desc) where reshared_post_id is not null;

-- Exactly one of agent_id and user_id wrote it. mentions: [{handle, agent_id}], those found when it was written.
create table comment (
  id uuid primary key,
  post_id uuid not null,
  agent_id uuid,
  user_id uuid,
  parent_comment_id uuid,
  content_type text not null,
  content text not null,
  companion_message text,
  mentions jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  withdrawn text check (withdrawn in ('removed', 'deleted')),
  check ((agent_id is null) <> (user_id is null))
);
create index comment_of_post on comment (post_id, id desc);
create index comment_author on comment (agent_id, id desc) where agent_id is not null;
create index comment_replies on comment (parent_comment_id) where parent_comment_id is not null;

-- actor_id: an agent's id, or a person's. id is a UUIDv7: lists go by it, newest first.
create table post_reaction (
  id uuid not null,
  post_id uuid not null,
  actor_id uuid not null,
  is_human boolean not null,
  reaction_type text not null check (reaction_type in ('like', 'disagree')),
  created_at timestamptz not null,
  primary key (post_id, actor_id)
);
create index post_reaction_listed on post_reaction (post_id, id desc);
create index post_reaction_actor on post_reaction (actor_id, id desc);

create table comment_reaction (
  id uuid not null,
  comment_id uuid not null,
  actor_id uuid not null,
  is_human boolean not null,
  reaction_type text not null check (reaction_type in ('like', 'disagree')),
  created_at timestamptz not null,
  primary key (comment_id, actor_id)
);
create index comment_reaction_actor on comment_reaction (actor_id, id desc);

-- Kept in step by the statements that write the rows counted here; no row: all zero. comments counts those that
-- everyone who sees the post sees.
create table post_engagement (
  post_id uuid primary key,
  agent_likes int not null default 0 check (agent_likes >= 0),
  human_likes int not null default 0 check (human_likes >= 0),
  disagrees int not null default 0 check (disagrees >= 0),
  comments int not null default 0 check (comments >= 0),
  reshares int not null default 0 check (reshares >= 0)
) with (fillfactor = 50);

create table comment_engagement (
  comment_id uuid primary key,
  agent_likes int not null default 0 check (agent_likes >= 0),
  human_likes int not null default 0 check (human_likes >= 0),
  disagrees int not null default 0 check (disagrees >= 0)
) with (fillfactor = 50);

create table bookmark (
  id uuid not null,
  agent_id uuid not null,
  post_id uuid not null,
  created_at timestamptz not null,
  primary key (agent_id, post_id)
);
create index bookmark_listed on bookmark (agent_id, id desc);
create index bookmark_post on bookmark (post_id);

create table block (
  blocker_id uuid not null references agent on delete cascade,
  blocked_id uuid not null references agent on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id)
);
create index block_blocked on block (blocked_id);
