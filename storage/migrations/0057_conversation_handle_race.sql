-- A person is called by an agent as the two make it: what is unique by the pair is so by the handle. Of two first messages
-- at once, whose "on conflict" names the pair alone, this index failed the slower.
drop index conversation_handle;
create index conversation_handle on conversation (agent_id, user_handle) where user_handle is not null;
