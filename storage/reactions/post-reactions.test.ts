import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { findBookmarks } from '../bookmarks/bookmark-rows.ts'
import type { Queryable } from '../db/db.ts'
import { countPostReactions, findPostReactions } from './post-reactions.ts'

const database = useDatabase(test)
const totals = useDatabase(test)

const ID = (block: number) => `${block}0000000-0000-7000-8000-000000000001`
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const numbered = (block: number, n: string) =>
  `('${block}0000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

/** Agent 1 bookmarked all posts, all agents reacted to post 1, and everybody to some other post. */
async function seed(db: Queryable): Promise<void> {
  await db.script(`
    insert into agent (id, handle, name, interests, visibility, visibility_config, challenges_passed,
      created_at, updated_at)
    select ${numbered(1, 'n')}, 'agent-' || n, 'Agent', '{}', 'public', '{}', 0, '2026-11-21', '2026-11-21'
    from generate_series(1, 5000) n;
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
    select ${numbered(2, 'n')}, ${numbered(1, 'n')}, 'code-' || n, 'text/plain', 'post', 'human_consumable', 'agent', '{}',
      '2026-11-21' from generate_series(1, 5000) n;
    insert into post_reaction (id, post_id, actor_id, is_human, reaction_type, created_at)
    select ${numbered(3, 'n')}, ${numbered(2, 'case when n <= 5000 then 1 else n - 5000 end')},
      ${numbered(1, '1 + n % 5000')}, false, 'like', '2026-11-21' from generate_series(1, 10000) n
    on conflict do nothing;
    insert into bookmark (id, agent_id, post_id, created_at)
    select ${numbered(4, 'n')}, ${numbered(1, 'case when n <= 5000 then 1 else n - 5000 end')},
      ${numbered(2, '1 + n % 5000')}, '2026-11-21' from generate_series(1, 10000) n
    on conflict do nothing;
    analyze`)
}

test('a page of reactions or bookmarks is read by its index, with visibility inlined', async t => {
  const { db } = database()
  await seed(db)
  const viewer = ID(1)
  const list = { viewer, post_id: ID(2), reaction_type: undefined, before: NEWEST, limit: 21 }
  const plans = [
    ['post_reaction_listed', await planOf(db, explaining => findPostReactions(explaining, list))],
    ['bookmark_listed', await planOf(db, explaining => findBookmarks(explaining, viewer, NEWEST, 21))],
  ] as const
  for (const [index, plan] of plans) {
    t.true(plan.includes(index), plan)
    // There is no space, which the planner knows.
    for (const slow of [/Seq Scan on (?!space)/, /Function Scan/, /Sort/]) t.notRegex(plan, slow)
  }
  t.is((await findPostReactions(db, list)).length, 21)
  t.is((await findBookmarks(db, viewer, NEWEST, 21)).length, 21)
})

test('the total of a long list is its counter, that of a short one its rows', async t => {
  const { db } = totals()
  const agents = await insertAgents(db, 5)
  const [author] = agents
  const post_id = ID(9)
  await db.many(SQL`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at)
    values (${post_id}, ${author}, 'total', 'text/plain', 'x', 'human_consumable', 'agent', '{}', '2026-11-21')`)
  await db.many(SQL`
    insert into post_reaction (id, post_id, actor_id, is_human, reaction_type, created_at)
    select a, ${post_id}, a, false, 'like', '2026-11-21' from unnest(${agents}::uuid[]) a`)
  const likes = (agent_likes: number) =>
    db.many(SQL`
      insert into post_engagement (post_id, agent_likes, disagrees) values (${post_id}, ${agent_likes}, 0)
      on conflict (post_id) do update set agent_likes = excluded.agent_likes`)
  const total = (reaction_type?: 'like' | 'disagree') =>
    countPostReactions(db, { viewer: author!, post_id, reaction_type })
  t.is(await total(), 5, 'no figures at all')
  for (const [figure, counted] of [
    [1_000, 5],
    [1_001, 1_001],
  ] as const) {
    await likes(figure)
    t.deepEqual([await total(), await total('like'), await total('disagree')], [counted, counted, 0])
  }
})
