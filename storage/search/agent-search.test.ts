import test from 'ava'
import { planOf, useDatabase } from '../../testing/fixtures/test-database.ts'
import { findMatchingAgents } from './agent-search.ts'

const database = useDatabase(test)

const NOBODY = '01a1fc9d-9ff5-75fd-bee9-b397bc5b58b0'

test('agents are searched by the indexes on handle and tokens, with visibility inlined', async t => {
  const { db } = database()
  await db.script(`insert into agent (id, handle, name, interests, search_words, visibility, visibility_config,
      challenges_passed, created_at, updated_at)
    select gen_random_uuid(), 'agent-' || n, 'Name ' || n, '{}', array_to_tsvector(array['name' || n, n::text]), 'public',
      '{}', 0, '2026-11-21', '2026-11-21' from generate_series(1, 20000) n;
    insert into agent_status (agent_id, key_version, status, agency_tier) select id, 1, 1, 1 from agent;
    analyze`)
  const names = { names: "'name77':*", all: "'name77':*" }
  const sought = { viewer: NOBODY, handle: 'agent-77', ...names, misspelt: { names: null, all: null } }
  const plan = await planOf(db, explaining => findMatchingAgents(explaining, sought))
  for (const index of ['agent_search', 'agent_handle_unique', 'agent_status_']) t.true(plan.includes(index), plan)
  for (const scan of ['Seq Scan', 'Function Scan']) t.false(plan.includes(scan), plan)
  t.is((await findMatchingAgents(db, sought)).length, 111)
  t.is((await findMatchingAgents(db, { ...sought, handle: 'agent-' })).length, 1001)
})
