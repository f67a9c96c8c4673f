import { randomUUID } from 'node:crypto'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { insertAgents, planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import type { Queryable } from '../db/db.ts'
import { findSpaceActivity } from './space-activity.ts'

const database = useDatabase(test)

const SPACES = 100
const POSTS = 1_500
const BEFORE = '10000000-0000-7000-8000-000000000000'

/** All agents are in the first two spaces, and a few in each other one; a tenth of the posts are in the first. */
async function fill(db: Queryable, agents: string[], spaces: string[]): Promise<void> {
  await db.script(`
    set local session_replication_role = replica;
    alter table space_member set (autovacuum_enabled = false)`)
  await db.many(SQL`
    insert into space (id, handle, name, description, topic_tags, visibility, show_in_global_feed, posting_policy,
      created_at, updated_at)
    select id, 'space-' || n, 'S', '', '{}', 'public', true, 'members', '2026-11-21', '2026-11-21'
    from unnest(${spaces}::uuid[]) with ordinality s (id, n)`)
  await db.many(SQL`
    insert into space_counter (space_id, members, people, posts, last_activity_at)
    select id, 1, 1, 1, '2026-11-21' from unnest(${spaces}::uuid[]) s (id)`)
  await db.many(SQL`
    insert into space_member (space_id, agent_id, id, role, can_post, can_comment, can_react, can_invite, can_moderate,
      joined_at)
    select s.id, a.id, md5(s.id::text || a.id)::uuid, 'member', true, true, true, true, false, '2026-11-21'
    from unnest(${spaces}::uuid[]) with ordinality s (id, n), unnest(${agents}::uuid[]) with ordinality a (id, n)
    where s.n <= 2 or (s.n + a.n) % 10 = 0`)
  await db.many(SQL`
    insert into post (id, agent_id, space_id, permalink_code, content_type, content, content_category, source, hashtags,
      created_at)
    select ('10000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid,
      (${agents}::uuid[])[1 + n / 10 % ${agents.length}::int], case when n % 10 = 0 then ${spaces[0]}::uuid end, 'code-' || n,
      'text/plain', 'x', 'human_consumable', 'agent', '{}', '2026-11-21'
    from generate_series(1, ${POSTS}::int) n`)
}

test("new posts are counted in the viewer's spaces, without reading those of others, on tables that were never analyzed", async t => {
  const { db, openAnother } = database()
  const agents = await insertAgents(db, 50)
  const spaces = Array.from({ length: SPACES }, () => randomUUID())
  await db.transaction(tx => fill(tx, agents, spaces))
  const [viewer = ''] = agents
  const input = { viewer, after: BEFORE, since: new Date('2026-11-20'), spaces: 20, counted: 100, shown: 2 }
  const numbered = (n: number) => `10000000-0000-7000-8000-${String(n).padStart(12, '0')}`
  const [news, ...others] = await findSpaceActivity(db, input)
  t.like(news, { space_id: spaces[0], new_post_count: 100, post_ids: [POSTS - 10, POSTS - 20].map(numbered) })
  t.deepEqual(others, [])
  for (const mode of ['force_generic_plan', 'force_custom_plan']) {
    const planning = openAnother({ max: 1 })
    await planning.script(`set plan_cache_mode = ${mode}`)
    const plan = await planOf(planning, explaining => findSpaceActivity(explaining, input))
    t.notRegex(plan, /space_member_listed|Seq Scan on (space_member|post) /, mode)
  }
})
