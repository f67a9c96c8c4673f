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
create index comment_mention_unread on comment_mention (agent_id) where unread;

insert into comment_mention (comment_id, agent_id, unread, created_at)
select distinct on (c.id, m.id) c.id, m.id, false, c.created_at
from comment c
cross join jsonb_array_elements(c.mentions) one
join agent m on m.id = (one ->> 'agent_id')::uuid
join post p on p.id = c.post_id
join agent a on a.id = p.agent_id
where m.id is distinct from c.agent_id and (a.visibility = 'public' or a.id = m.id)
  and not exists (
    select from block b
    where (b.blocker_id, b.blocked_id) = (m.id, c.agent_id) or (b.blocker_id, b.blocked_id) = (c.agent_id, m.id));
