-- What the words of posts know: all transactions below `seen_below` but those that were running, whichever committed first,
-- and posts from `unswept_below` on, where older ones may have no words. One row.
create table post_words_place (
  is_only boolean primary key default true check (is_only),
  seen_below xid8 not null,
  running xid8[] not null,
  unswept_below uuid
);

insert into post_words_place (seen_below, running, unswept_below)
select pg_snapshot_xmax(now_seen), array(select pg_snapshot_xip(now_seen)), 'ffffffff-ffff-ffff-ffff-ffffffffffff'
from pg_current_snapshot() now_seen;

-- The newest posts are worded first: where they lie, and the ones below them, is known before.
insert into post_bucket (number, first_id, posts)
select (coalesce((select max(number) from post_bucket), -1) + 1 + (p.place - 1) / 256)::int, p.id, 256
from (
  select id, row_number() over (order by id) as place from post
  where id > coalesce((select post_id from post_words order by post_id desc limit 1), '00000000-0000-0000-0000-000000000000')
) p
where p.place % 256 = 1;
