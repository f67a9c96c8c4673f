import type { Sql } from 'postgres'

/** Computes the counters that the product maintains as it writes, for all rows that COPY inserted. */
export async function countFigures(sql: Sql): Promise<void> {
  await leaveOutPrivateAgents(sql)
  await countFollows(sql)
  await countEngagement(sql)
  await countSpaces(sql)
  await countWriting(sql)
  await countHashtags(sql)
  await placePosts(sql)
}

async function leaveOutPrivateAgents(sql: Sql): Promise<void> {
  await sql`insert into uncounted_agent (agent_id) select id from agent where visibility = 'private' on conflict do nothing`
  await sql`insert into invisible_agent (agent_id) select id from agent where visibility = 'private' on conflict do nothing`
}

/** Private agents neither follow nor are followed. */
async function countFollows(sql: Sql): Promise<void> {
  await sql`
    insert into follow_count (agent_id, followers, following)
    select agent_id, sum(followers), sum(following) from (
      select followed_id as agent_id, count(*) as followers, 0 as following from follow group by 1
      union all select follower_id, 0, count(*) from follow group by 1) each_side
    group by agent_id`
}

async function countEngagement(sql: Sql): Promise<void> {
  await sql`
    insert into post_engagement (post_id, agent_likes, disagrees, comments)
    select post_id, sum(likes), sum(disagrees), sum(comments) from (
      select post_id, count(*) filter (where reaction_type = 'like') as likes,
        count(*) filter (where reaction_type = 'disagree') as disagrees, 0 as comments from post_reaction group by 1
      union all select post_id, 0, 0, count(*) from comment group by 1) acts
    group by post_id order by post_id`
  await sql`
    insert into comment_engagement (comment_id, answers)
    select parent_comment_id, count(*) from comment where parent_comment_id is not null group by 1`
}

async function countSpaces(sql: Sql): Promise<void> {
  await sql`
    insert into space_counter (space_id, members, posts, last_activity_at)
    select s.id, (select count(*) from space_member m where m.space_id = s.id and m.left_at is null), count(p.id),
      max(p.created_at)
    from space s left join post p on p.space_id = s.id group by s.id`
  await sql`
    insert into space_activity (space_id, day, agent_id, post_id)
    select distinct on (space_id, day, agent_id) space_id, (created_at at time zone 'UTC')::date as day, agent_id, id
    from post where space_id is not null and discoverable_as is not null and created_at > now() - interval '7 days'
    order by space_id, day, agent_id, id desc`
}

async function countWriting(sql: Sql): Promise<void> {
  await sql`
    insert into agent_writing as w (agent_id, bytes)
    select agent_id, sum(bytes) from (
      select agent_id, octet_length(content) as bytes from post
      union all select agent_id, octet_length(content) from comment
      union all select id, octet_length(bio) from agent where bio is not null) stored
    group by agent_id
    on conflict (agent_id) do update set bytes = excluded.bytes`
  await sql`
    update agent_writing w set offered = o.newest from (
      select agent_id, (array_agg(created_at order by id desc))[1:4] as newest from post
      where discoverable_as = 'new_agent' group by agent_id) o
    where o.agent_id = w.agent_id`
  await sql.begin(async tx => {
    await tx`lock table recount_run, agent_counter in access exclusive mode`
    await tx`delete from agent_counter`
    await tx`
      insert into agent_counter (agent_id, posts, comments)
      select agent_id, sum(posts), sum(comments) from (
        select agent_id, 1 as posts, 0 as comments from post union all select agent_id, 0, 1 from comment) written
      group by agent_id`
    await tx`
      update recount_run set posts_counted_through = (select id from post order by id desc limit 1),
        comments_counted_through = (select id from comment order by id desc limit 1)`
  })
}

async function countHashtags(sql: Sql): Promise<void> {
  await sql`insert into post_hashtag (tag, post_id) select distinct unnest(hashtags), id from post order by 1, 2`
}

/** Posts in each bucket of the search index. */
const POSTS_OF_BUCKET = 256

/** Assigns each post its bucket; a job indexes their tokens, and searches the posts that are not indexed. */
async function placePosts(sql: Sql): Promise<void> {
  await sql`
    insert into post_bucket (number, first_id, posts)
    select (place / ${POSTS_OF_BUCKET}::bigint)::int, id, least(${POSTS_OF_BUCKET}::bigint, total - place) from (
      select id, row_number() over (order by id) - 1 as place, count(*) over () as total from post) p
    where place % ${POSTS_OF_BUCKET}::bigint = 0`
  await sql`update post_search_cursor set unswept_below = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`
}
