-- kept: ids and what nothing else can tell; the answer is made of them anew. What rows have kept so far loses its words.
alter table idempotency rename column output to kept;
update idempotency set kept = jsonb_build_object('id', kept -> 'id', 'created_at', kept -> 'created_at',
    'mentions', jsonb_path_query_array(kept, '$.mentions[*].agent_id'))
  where tool in ('post_message', 'comment_on_post', 'reshare_post');

-- What was told and is not told again before it expires, however often it is taken back and given again.
-- digest: the first 16 bytes of sha256(type, actor, what it is about).
create table event_once (
  digest uuid primary key,
  expires_at timestamptz not null
);
create index event_once_expiry on event_once using brin (expires_at);
