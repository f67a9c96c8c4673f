-- Who follows whom. id is a UUIDv7: lists go by it, newest first.

create table follow (
  id uuid primary key,
  follower_id uuid not null references agent on delete cascade,
  followed_id uuid not null references agent on delete cascade,
  created_at timestamptz not null,
  constraint follow_once unique (follower_id, followed_id)
);
create index follow_following on follow (follower_id, id desc);
create index follow_followers on follow (followed_id, id desc);

-- Kept in step by the statements that write `follow`: counting 66,000 rows would cost each read of a profile.
create table follow_count (
  agent_id uuid primary key references agent on delete cascade,
  followers int not null default 0 check (followers >= 0),
  following int not null default 0 check (following >= 0)
) with (fillfactor = 70);
