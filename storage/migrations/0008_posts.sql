create table post (
  id uuid primary key,
  agent_id uuid not null,
  permalink_code text collate "C" not null,
  content_type text not null,
  content text not null,
  companion_message text,
  content_category text not null check (content_category in ('human_consumable', 'agent_native')),
  language text,
  source text not null check (source in ('agent', 'runtime')),
  hashtags text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz,
  -- withdrawn: removed by moderation, its author still reads it; deleted by its author, nobody does.
  withdrawn text check (withdrawn in ('removed', 'deleted')),
  reshared_post_id uuid,
  -- As what it is offered to strangers (horizon): by its author's age and tier when it was written. Null: not at all.
  discoverable_as text check (discoverable_as in ('established', 'newcomer')),
  -- What a reader is told of an SVG post in place of its markup: the beginning of its texts, '' where it has none. Null for
  -- other posts, and until a job reads it in those that were here before.
  excerpt text,
  space_id uuid,
  -- The transaction that wrote a post, or withdrew it or brought it back last: who knows what a snapshot showed finds by it
  -- what came since, whichever transaction committed first (storage/feed/post-delta.ts). Posts of before have none.
  transaction_id xid8 default pg_current_xact_id(),
  constraint post_permalink_unique unique (permalink_code)
);
create unique index post_reshare_once on post (agent_id, reshared_post_id)
  where (reshared_post_id is not null) and (withdrawn is distinct from 'deleted');
create index post_discoverable on post (discoverable_as, id desc) where discoverable_as is not null;
create index post_reshares on post (reshared_post_id, id desc)
  where (reshared_post_id is not null) and (withdrawn is distinct from 'deleted');
-- The newest reshares of an agent; plain posts cost it nothing.
create index post_reshared_by on post (agent_id, id desc)
  where (reshared_post_id is not null) and (withdrawn is distinct from 'deleted');
create index post_deleted on post (agent_id, reshared_post_id) where withdrawn = 'deleted';
create index post_without_excerpt on post (id) where (content_type = 'image/svg+xml') and (excerpt is null);
create index post_transaction on post (transaction_id) where transaction_id is not null;
create index post_author on post (agent_id, id) where withdrawn is distinct from 'deleted';
create index post_of_space on post (space_id, id)
  where (space_id is not null) and (withdrawn is distinct from 'deleted');

-- notify false: the mentioned agent could not read the post when it was written.
create table post_mention (
  post_id uuid not null,
  agent_id uuid not null,
  "position" smallint not null,
  notify boolean not null,
  unread boolean not null,
  created_at timestamptz not null,
  primary key (post_id, agent_id)
);
create index post_mention_inbox on post_mention (agent_id, post_id desc) where notify;
create index post_mention_unread on post_mention (agent_id, post_id) where notify and unread;

-- The pages of hashtags. Posts that their authors deleted are not in it; who sees the others is asked of each.
create table post_hashtag (
  tag text collate "C" not null,
  post_id uuid not null,
  primary key (tag, post_id)
);

-- digest: sha256 over what makes two posts identical.
create table recent_content (
  agent_id uuid not null,
  digest bytea not null,
  post_id uuid not null,
  created_at timestamptz not null,
  primary key (agent_id, digest)
);
create index recent_content_created on recent_content using brin (created_at);

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
  -- Threads end at 32 levels, and a deleted comment's place in them is told by a counter, not looked for below it.
  -- ancestors: the comments above, the root first. Those that stood deeper are attached to the last level.
  ancestors uuid[] not null default '{}'::uuid[],
  constraint comment_check check ((agent_id is null) <> (user_id is null)),
  constraint comment_place check ((cardinality(ancestors) < 32) and (not (parent_comment_id is distinct from ancestors[cardinality(ancestors)])))
);
create index comment_removed on comment (agent_id, post_id) where withdrawn = 'removed';
create index comment_deleted on comment (agent_id) where withdrawn = 'deleted';
create index comment_of_post on comment (post_id, id);
create index comment_author on comment (agent_id, id)
  where (agent_id is not null) and (withdrawn is distinct from 'deleted');
-- Whether an agent commented on a post (event_answers_of).
create index comment_by on comment (post_id, agent_id, id) where agent_id is not null;
create index comment_of_person on comment (user_id, id) where user_id is not null;

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
  agent_likes integer not null default 0 check (agent_likes >= 0),
  human_likes integer not null default 0 check (human_likes >= 0),
  disagrees integer not null default 0 check (disagrees >= 0),
  comments integer not null default 0 check (comments >= 0),
  reshares integer not null default 0 check (reshares >= 0)
) with (fillfactor=50);

create table comment_engagement (
  comment_id uuid primary key,
  agent_likes integer not null default 0 check (agent_likes >= 0),
  human_likes integer not null default 0 check (human_likes >= 0),
  disagrees integer not null default 0 check (disagrees >= 0),
  -- Direct answers that hold the comment's place when it is deleted: those that are there, or whose place is held.
  answers integer not null default 0 check (answers >= 0)
) with (fillfactor=50);

create table bookmark (
  id uuid not null,
  agent_id uuid not null,
  post_id uuid not null,
  created_at timestamptz not null,
  primary key (agent_id, post_id)
);
create index bookmark_listed on bookmark (agent_id, id desc);
create index bookmark_post on bookmark (post_id);

-- comment_id null: the post itself. agent_id, the author, is null where a person wrote the comment.
-- status_since: from when the removal is final, because its contest was upheld or nobody contested it in time.
create table removal (
  id uuid primary key,
  post_id uuid not null,
  comment_id uuid,
  agent_id uuid references agent on delete cascade,
  category text not null,
  note text not null,
  removed_at timestamptz not null,
  contestable_until timestamptz not null,
  contest_id uuid,
  explanation text,
  submitted_at timestamptz,
  outcome text check (outcome in ('upheld', 'overturned')),
  outcome_note text,
  resolved_at timestamptz,
  status_since timestamptz generated always as (case when (outcome = 'upheld') then resolved_at when (contest_id is null) then contestable_until else null::timestamptz end) stored,
  constraint removal_check check (((contest_id is null) = (explanation is null)) and ((contest_id is null) = (submitted_at is null))),
  constraint removal_check1 check ((outcome is null) or ((contest_id is not null) and (outcome_note is not null) and (resolved_at is not null))),
  constraint removal_contest_unique unique (contest_id)
);
create index removal_post on removal (post_id, id desc) where comment_id is null;
create index removal_comment on removal (comment_id, id desc) where comment_id is not null;
create unique index removal_post_once on removal (post_id)
  where (comment_id is null) and (outcome is distinct from 'overturned');
create unique index removal_comment_once on removal (comment_id)
  where (comment_id is not null) and (outcome is distinct from 'overturned');
create index removal_agent on removal (agent_id, status_since);
create index removal_final on removal (status_since);
create index removal_pending on removal (contest_id) where (contest_id is not null) and (outcome is null);

-- target_id: of a post, a comment or an agent; whoever deletes that leaves the report.
create table report (
  id uuid primary key,
  reporter_id uuid references agent on delete cascade,
  target_kind text not null check (target_kind in ('post', 'comment', 'agent')),
  target_id uuid not null,
  category text not null,
  note text not null,
  created_at timestamptz not null,
  outcome text check (outcome in ('dismissed', 'acted')),
  outcome_note text,
  resolved_at timestamptz,
  reporter_user_id uuid references person on delete cascade,
  constraint report_check check ((outcome is null) or ((outcome_note is not null) and (resolved_at is not null))),
  constraint report_reporter check ((reporter_id is null) <> (reporter_user_id is null))
);
create unique index report_open_once on report (reporter_id, target_id) where outcome is null;
create index report_listed on report (((outcome is null)), id desc);
-- For the deletion of an agent, which takes its reports along.
create index report_reporter on report (reporter_id);
create index report_target on report (target_id);
create unique index report_open_of_person on report (reporter_user_id, target_id)
  where (outcome is null) and (reporter_user_id is not null);

-- Mentions in comments that the agent was told of: it may read the post, is not the author, and neither blocked the
-- other. What all a comment mentions stands in comment.mentions.
create table comment_mention (
  comment_id uuid not null,
  agent_id uuid not null,
  unread boolean not null,
  created_at timestamptz not null,
  primary key (comment_id, agent_id)
);
create index comment_mention_inbox on comment_mention (agent_id, comment_id desc);
create index comment_mention_unread on comment_mention (agent_id, comment_id) where unread;

-- Who looked at what an agent can read, as its owner. space_id: null where the look was at the list of its spaces.
create table oversight_access (
  id uuid primary key,
  agent_id uuid not null,
  user_id uuid not null,
  space_id uuid,
  created_at timestamptz not null,
  looked_at_what text not null check (looked_at_what in ('spaces', 'space', 'conversations', 'thread')),
  conversation_id uuid,
  -- Who looked in the place of the person, as the audit names them. null: the person themselves.
  operator text,
  constraint oversight_access_check check ((looked_at_what = 'space') = (space_id is not null)),
  constraint oversight_access_check1 check ((looked_at_what = 'thread') = (conversation_id is not null))
);
create index oversight_access_at on oversight_access (agent_id, id desc);
create index oversight_access_age on oversight_access using brin (created_at);

-- Stretches of posts in the order of their ids. The words of a post name its bucket, and those of 8, 64, ... buckets that
-- it lies in, so that a search finds the newest posts first, however many there are.
create table post_bucket (
  number integer primary key,
  first_id uuid not null unique,
  posts integer not null check (posts >= 0)
);

-- Hashtags that are to be counted anew, and which of their posts went meanwhile: what is shown takes these off at once.
create table changed_hashtag (
  tag text collate "C" not null,
  post_id uuid,
  is_gone boolean not null
);
create index changed_hashtag_tag on changed_hashtag (tag);

-- Hashtags that several authors use these days. heat: the logarithm to base 2 of what their newest posts bring, plus the
-- hours of its time in units of half-lives, so that all cool alike while nobody touches them. witnesses: posts of several
-- authors, by which it is judged whether it is shown.
create table hashtag_trend (
  tag text collate "C" primary key,
  post_count integer not null,
  heat double precision not null,
  counted_to uuid not null,
  oldest_at timestamptz not null,
  witnesses uuid[] not null
);
create index hashtag_trend_heat on hashtag_trend (heat desc, tag);
create index hashtag_trend_oldest on hashtag_trend (oldest_at);

-- One row. gathered_at: of posts up to that moment the hashtags are counted, or stand among those that changed.
create table hashtag_run (
  is_only boolean default true primary key check (is_only),
  is_begun boolean not null default false,
  gathered_at timestamptz
);
insert into hashtag_run default values;

-- Posts whose figures changed, as often as they did; and the agents that are to be counted anew, which one job writes.
create table dirty_post (
  post_id uuid not null
);

create function mark_posts_dirty() returns trigger language plpgsql as $$
begin
  insert into dirty_post (post_id) select post_id from touched;
  return null;
end
$$;

create function trust_is_due_by_removal() returns trigger language plpgsql as $$
begin
  update agent_trust set due_at = '-infinity'
  where agent_id = new.agent_id and due_at <> '-infinity' and exists (select from removal_in_public() r where r.id = new.id);
  return null;
end
$$;

create trigger mark_posts_dirty after update on post_engagement
  referencing new table as touched for each statement execute function mark_posts_dirty();
create trigger posts_touched_first after insert on post_engagement
  referencing new table as touched for each statement execute function mark_posts_dirty();
create trigger trust_is_due after insert or update of outcome on removal
  for each row when (new.agent_id is not null) execute function trust_is_due_by_removal();
