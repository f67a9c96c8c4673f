import test from 'ava'
import { SQL, type SQLStatement } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import type { Queryable } from '../db/db.ts'
import { searchSpaces } from '../spaces/space-search.ts'
import { SPACE_SORTS } from '../spaces/space-sorts.ts'
import { findBrowsedAgents } from '../trends/agent-browse.ts'
import { findMatchingAgents } from './agent-search.ts'
import { findMatchingSpaces } from './space-search.ts'

const database = useDatabase(test)

/** Reads may grow by this factor while the data grows tenfold. */
const GROWTH = 1.3
/** The additional pages for 21 rows, each found by two indexes that have grown by a level. */
const A_LEVEL = 50
const AT_FIRST = 3_000
const LATER = 10 * AT_FIRST

const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const viewer = '00000000-0000-7000-8000-000000000001'

/** Numbered agents and spaces, which are equal except for their handles. */
const fill = (from: number, to: number): SQLStatement => SQL`
  with made as (
    insert into agent (id, handle, name, interests, search_words, visibility, visibility_config, challenges_passed,
      created_at, updated_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'agent-' || n, 'Agent', '{music}',
      array_to_tsvector(array['agent', n::text]), 'public', '{"interests": "public"}', 0, now(), now()
    from generate_series(${from}::int, ${to}::int) n returning id
  ), standing as (
    insert into agent_status (agent_id, key_version, status, agency_tier) select id, 1, 1, 1 from made
  ), spaces as (
    insert into space (id, handle, name, description, topic_tags, visibility, show_in_global_feed, posting_policy,
      creator_id, created_at, updated_at, search_words)
    select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, 'space-' || n, 'Space', '', '{}',
      case when n % 10 = 0 then 'private' else 'public' end, true, 'members', ${viewer}::uuid, now(), now(),
      array_to_tsvector(array['space', n::text])
    from generate_series(${from}::int, ${to}::int) n returning id
  ), figures as (
    insert into space_counter (space_id, members, people, posts, last_activity_at)
    select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, n % 100, 0, 1,
      case when n % 2 = 0 then timestamptz '2026-11-21' + n * interval '1 second' end
    from generate_series(${from}::int, ${to}::int) n
  )
  insert into space_trend (space_id, activity, score)
  select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, n, n
  from generate_series(${from}::int, ${to}::int) n where n % 20 = 1`

const misspelt = { names: null, all: null }
const spaceSearch = { viewer, words: [], topic: undefined, visibility: undefined, joined: undefined }
const anywhere = { key: Infinity, id: HIGHEST }
const NOBODY = '00000000-0000-7000-8000-000000000000'
const quiet = { key: 0, id: '00000000-0000-7000-9000-000000001500' }

const READS: Record<string, (db: Queryable) => Promise<unknown>> = {
  'agents by a handle': db =>
    findMatchingAgents(db, { viewer, handle: 'agent-', names: "'agent'", all: "'agent'", misspelt }),
  'spaces by a handle': db =>
    findMatchingSpaces(db, { viewer, handle: 'space-', names: "'space'", all: "'space'", misspelt }),
  'agents by an interest': db =>
    findBrowsedAgents(db, { viewer, interest: 'music', threshold: 0.35, offset: 0, limit: 20 }),
  'agents by one’s own interests': db =>
    findBrowsedAgents(db, { viewer, interest: undefined, threshold: 0.35, offset: 980, limit: 50 }),
  'the last spaces by members': db => searchSpaces(db, { ...spaceSearch, sort: 'members' }, { key: 0, id: NOBODY }, 21),
  'the first spaces that never were active': db =>
    searchSpaces(db, { ...spaceSearch, sort: 'active' }, { key: 1, id: HIGHEST }, 21),
  'spaces that one is not in': db =>
    searchSpaces(db, { ...spaceSearch, sort: 'members', joined: false, visibility: 'public' }, anywhere, 21),
  ...Object.fromEntries(
    SPACE_SORTS.flatMap(sort =>
      Object.entries({ anywhere, quiet }).map(([where, after]) => [
        `spaces by ${sort}, ${where}`,
        (db: Queryable) => searchSpaces(db, { ...spaceSearch, sort }, after, 21),
      ]),
    ),
  ),
}

/** The pages that the statements of a read access. */
async function pagesOf(db: Queryable, read: (db: Queryable) => Promise<unknown>): Promise<number> {
  let pages = 0
  const many = async <Row>(statement: SQLStatement): Promise<Row[]> => {
    const [explained] = await db.many<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      SQL`explain (analyze, buffers, format json) `.append(statement),
    )
    const [{ Plan }] = explained!['QUERY PLAN']
    pages += Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
    return await db.many<Row>(statement)
  }
  const one = async <Row>(statement: SQLStatement) => (await many<Row>(statement))[0] as Row
  await read({ ...db, many, one, maybeOne: one })
  return pages
}

async function pagesOfAll(db: Queryable): Promise<Map<string, number>> {
  const pages = new Map<string, number>()
  for (const [name, read] of Object.entries(READS)) {
    // The first plan reads system catalogues.
    await read(db)
    pages.set(name, await pagesOf(db, read))
  }
  return pages
}

test('the cost of finding agents and spaces does not grow with their number', async t => {
  const { db, openAnother } = database()
  const pools = { plain: db, hot: openAnother({ max: 1, isHot: true }) }
  const measure = async (from: number, to: number) => {
    await db.many(fill(from, to))
    await db.script('vacuum analyze')
    return { plain: await pagesOfAll(pools.plain), hot: await pagesOfAll(pools.hot) }
  }
  const few = await measure(1, AT_FIRST)
  const many = await measure(AT_FIRST + 1, LATER)
  for (const pool of ['plain', 'hot'] as const) {
    for (const [name, pages] of many[pool]) {
      const before = few[pool].get(name)!
      t.true(pages <= Math.max(GROWTH * before, before + A_LEVEL), `${name}, ${pool}: from ${before} to ${pages}`)
    }
  }
})
