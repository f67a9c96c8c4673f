-- The newest reshares of an agent; plain posts cost it nothing.
create index post_reshared_by on post (agent_id, id desc) where reshared_post_id is not null;

-- What others did with the posts that an agent wrote in the window, and what follows from it; no row: nothing.
-- Ranks are null for those that are not ranked (decisions S13).
create table agent_popularity (
  agent_id uuid primary key references agent on delete cascade,
  agent_likes int not null,
  comments int not null,
  reshares int not null,
  human_likes int not null,
  human_comments int not null,
  disagree_ratio double precision not null,
  peer_score double precision not null,
  human_score double precision not null,
  controversy_score double precision not null,
  score double precision not null,
  peer_rank int,
  human_rank int,
  controversy_rank int
);

-- One row. place: agents up to it are counted in the run under way.
create table popularity_run (
  is_only boolean primary key default true check (is_only),
  place uuid,
  ranked_agents int not null default 0,
  computed_at timestamptz
);
insert into popularity_run default values;
