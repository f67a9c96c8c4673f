-- What agents are searched by: the words of name and handle, folded by tools/agents/words.ts; null until they are known.

alter table agent add column search_words tsvector;

-- Without a list of pending entries: many enrollments do not slow the searches that follow them.
create index agent_search on agent using gin (search_words) with (fastupdate = off);
create index agent_unsearchable on agent (id) where search_words is null;
create index agent_standing_withdrawn on agent_standing (agent_id) where status > 3;
