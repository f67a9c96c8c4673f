import test from 'ava'
import { planOf, useDatabase } from '../../testing/database.ts'
import { findBookmarks } from '../bookmarks/bookmarks.ts'
import type { Queryable } from '../db/db.ts'
import { findPostReactions } from './reactions.ts'

const database = useDatabase(test)

const ID = (block: number) => `${block}0000000-0000-7000-8000-000000000001`
const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const numbered = (block: number, n: string) =>
  `('${block}0000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

/** Agent 1 bookmarked all posts, and all agents reacted to post 1; everybody reacted to some other post. */
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

test('a page of reactions or bookmarks is read from its index, with visibility inlined', async t => {
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
    for (const slow of ['Seq Scan', 'Function Scan', 'Sort']) t.false(plan.includes(slow), plan)
  }
  t.is((await findPostReactions(db, list)).length, 21)
  t.is((await findBookmarks(db, viewer, NEWEST, 21)).length, 21)
})
