import test from 'ava'
import { SQL, type SQLStatement } from 'sql-template-strings'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { findProfiles } from '../agents/agent-rows.ts'
import { addWritten } from '../agents/counters.ts'
import { findAgentComments, findThread } from '../comments/comment-rows.ts'
import type { Queryable } from '../db/db.ts'
import { findHomePosts } from '../feed/feed-candidates.ts'
import { findUnreadSummaries } from '../notifications/unread-summary.ts'
import { findOwnPosts, findPostsById } from '../posts/post-rows.ts'
import { findReshares } from '../posts/reshare-rows.ts'
import type { ScanResult } from '../visibility/filtered-keyset-scan.ts'

const database = useDatabase(test)

const NEWEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const id = (block: string, n: number) => `${block}0000000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [ATTACKER, VICTIM, READER] = [id('0', 1), id('0', 2), id('0', 3)]
const [THREAD, RESHARED, COMMENTED_TO_DEATH] = [id('a', 1), id('a', 2), id('a', 3)]

/** Dead rows of each kind, as created by an attacker. */
const DEAD = 20_000
/** More rows than any read may access. */
const FAR = 2_500

const TOPS = 100
const BELOW = 200

const idOf = (block: string, n: string) => `('${block}0000000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`

const posts = (block: string, author: string, count: number, { withdrawn = 'null', reshared = 'null' } = {}) => `
  insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at,
    withdrawn, reshared_post_id)
  select ${idOf(block, 'n')}, '${author}', '${block}' || n, 'text/plain', 'x', 'human_consumable', 'agent', '{}',
    '2026-11-21', ${withdrawn}, ${reshared} from generate_series(1, ${count}) n;`

const AGENTS = `
  insert into agent (id, handle, name, interests, visibility, visibility_config, challenges_passed, created_at, updated_at)
  select ${idOf('0', 'n')}, 'agent-' || n, 'Agent', '{}', 'public', '{}', 0, '2026-11-21', '2026-11-21'
    from generate_series(1, 500) n;
  insert into agent_status (agent_id, key_version, status, agency_tier) select id, 1, 1, 1 from agent;
  insert into agent_key (agent_id, version, identity, fingerprint, pem, pkcs1, created_at)
  select id, 1, decode(replace(id::text, '-', ''), 'hex'), '', '', '\\x00', '2026-11-21' from agent;
  insert into follow (id, follower_id, followed_id, created_at)
  select ${idOf('b', 'n')}, '${READER}', ${idOf('0', 'n')}, '2026-11-21' from generate_series(1, 2) n;`

const COMMENTED = 'insert into comment (id, post_id, agent_id, content_type, content, mentions, created_at, withdrawn)'

const DEAD_ROWS = `
  ${posts('a', VICTIM, 100)}
  ${posts('c', ATTACKER, DEAD, { withdrawn: `'deleted'` })}
  ${posts('d', ATTACKER, 5)}
  ${posts('e', ATTACKER, DEAD, { withdrawn: `'deleted'`, reshared: `'${RESHARED}'::uuid` })}
  insert into post_reaction (id, post_id, actor_id, is_human, reaction_type, created_at)
  select ${idOf('c', 'n')}, ${idOf('c', 'n')}, '${ATTACKER}', false, 'like', '2026-11-21'
    from generate_series(1, ${DEAD}) n;
  ${COMMENTED}
  select ${idOf('c', 'n')}, ${idOf('c', 'n')}, '${ATTACKER}', 'text/plain', 'x', '[]', '2026-11-21', null
    from generate_series(1, ${DEAD}) n;
  ${COMMENTED}
  select ${idOf('d', 'n')}, '${COMMENTED_TO_DEATH}', '${ATTACKER}', 'text/plain', '', '[]', '2026-11-21', 'deleted'
    from generate_series(1, ${DEAD}) n;
  ${COMMENTED}
  select ${idOf('a', 'n')}, '${COMMENTED_TO_DEATH}', '${VICTIM}', 'text/plain', 'x', '[]', '2026-11-21', null
    from generate_series(1, 5) n;
  insert into comment_engagement (comment_id) select ${idOf('c', 'n')} from generate_series(1, ${DEAD}) n;`

/** The newest comments of a post are tombstones, each with a live reply and very many deleted ones below. */
const TOMBSTONES = `
  ${COMMENTED}
  select ${idOf('f', 'n')}, '${THREAD}', '${ATTACKER}', 'text/plain', '', '[]', '2026-11-21', 'deleted'
    from generate_series(1, ${TOPS}) n;
  insert into comment_engagement (comment_id, answers) select ${idOf('f', 'n')}, 1 from generate_series(1, ${TOPS}) n;
  insert into comment (id, post_id, agent_id, parent_comment_id, ancestors, content_type, content, mentions, created_at,
    withdrawn)
  select ${idOf('e', 'n')}, '${THREAD}', '${ATTACKER}', t.id, array[t.id], 'text/plain', '', '[]', '2026-11-21',
    case when n > ${TOPS} then 'deleted' end
  from generate_series(1, ${TOPS * BELOW}) n cross join lateral (select ${idOf('f', `1 + n % ${TOPS}`)} as id) t;`

/** Prevents vacuum and analyze, as after a burst, and so that plans are reproducible. */
const UNVACUUMED = `do $$ declare each regclass; begin
    for each in select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
      execute format('alter table %s set (autovacuum_enabled = false)', each);
    end loop;
  end $$`

test.serial.before(async () => {
  const { db } = database()
  await db.script(UNVACUUMED)
  for (const script of [AGENTS, DEAD_ROWS, TOMBSTONES]) await db.script(script)
  await db.transaction(tx => addWritten(tx, NEWEST))
  while (await db.transaction(tx => addWritten(tx, NEWEST)));
  await db.script('analyze')
})

interface PlanNode {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/** The rows that the scans of a plan accessed. */
function rowsOf(node: PlanNode): number {
  const met = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Node Type'].includes('Scan') ? met * node['Actual Loops'] : 0
  return (node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), own)
}

/** Runs statements and sums the rows they accessed. */
function measuring(db: Queryable) {
  const seen = { rows: 0, plans: '' }
  const many = async <Row>(statement: SQLStatement): Promise<Row[]> => {
    const [explained] = await db.many<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      SQL`explain (analyze, format json) `.append(statement),
    )
    const [{ Plan }] = explained!['QUERY PLAN']
    seen.rows += rowsOf(Plan)
    seen.plans += JSON.stringify(Plan)
    return await db.many<Row>(statement)
  }
  const maybeOne = async <Row>(statement: SQLStatement) => (await many<Row>(statement))[0]
  const one = async <Row>(statement: SQLStatement) => (await many<Row>(statement))[0] as Row
  return { seen, db: { ...db, many, maybeOne, one } }
}

const hot = () => database().openAnother({ max: 1, isHot: true })

const NOON = '2026-11-21T12:00:00Z'

const thread = (post_id: string, position = NEWEST) => ({ post_id, order: 'newest', position, limit: 101 }) as const

const READS: Record<string, (db: Queryable) => Promise<unknown>> = {
  'profile of others': db => findProfiles.run(db, [{ viewer: READER, id: ATTACKER, handle: '' }]),
  'own profile': db => findProfiles.run(db, [{ viewer: ATTACKER, id: ATTACKER, handle: '' }]),
  'own figures': db =>
    findUnreadSummaries(db, [{ viewer: ATTACKER, after: NEWEST, since: NOON, now: NOON, asks_follows: 1 }], undefined),
  'own posts': db => findOwnPosts(db, ATTACKER, NEWEST, 101),
  'home feed': db => findHomePosts(db, { viewer: READER, before: NEWEST, category: undefined, limit: 101 }, 2),
  'posts by id': db => findPostsById(db, READER, [THREAD, RESHARED]),
  reshares: db => findReshares(db, RESHARED, NEWEST, 101),
}

test('no read scans deleted rows, however many there are', async t => {
  for (const [name, read] of Object.entries(READS)) {
    for (const db of [hot(), database().db]) {
      const measured = measuring(db)
      await read(measured.db)
      t.true(measured.seen.rows < FAR, `${name}: ${measured.seen.rows}`)
    }
  }
})

test('profiles count only existing rows, and preview visible ones', async t => {
  const [row] = await findProfiles.run(hot(), [{ viewer: ATTACKER, id: ATTACKER, handle: '' }])
  t.like(row, { post_count: 5 })
  t.is(row?.recent?.filter(({ kind }) => kind === 'post').length, 5)
  t.is(row?.recent?.filter(({ kind }) => kind === 'like').length, 0)
})

test('a page of tombstones has a constant cost, and its plan is not recursive', async t => {
  const { seen, db } = measuring(database().db)
  const { rows, end } = await findThread(db, READER, { ...thread(THREAD), limit: TOPS })
  t.is(end, undefined)
  t.deepEqual([rows.length, rows.filter(({ withdrawn }) => withdrawn === 'deleted').length], [TOPS, TOPS])
  t.true(seen.rows < FAR, String(seen.rows))
  t.notRegex(seen.plans, /Recursive|"Function Name":"(?!jsonb_array_elements)/)
})

test('lists of comments skip dead rows in bounded scans, and every page continues where the last one ended', async t => {
  const walkAll = async (read: (db: Queryable, position: string) => Promise<ScanResult<{ id: string }>>) => {
    const found: string[] = []
    let pages = 0
    for (let position: string | undefined = NEWEST; position !== undefined; pages++) {
      const { seen, db } = measuring(database().db)
      const { rows, end } = await read(db, position)
      found.push(...rows.map(({ id }) => id))
      t.true(seen.rows < 10 * FAR, String(seen.rows))
      position = end
    }
    t.true(pages > DEAD / 2_001)
    return found
  }
  const live = await walkAll((db, position) => findThread(db, READER, thread(COMMENTED_TO_DEATH, position)))
  t.deepEqual(
    live,
    [5, 4, 3, 2, 1].map(n => id('a', n)),
  )
  const shown = await walkAll((db, before) =>
    findAgentComments(db, READER, { agent_id: ATTACKER, before, limit: 101, excerpt_characters: 140 }),
  )
  t.deepEqual(shown.toSorted(), Array.from({ length: TOPS }, (_, n) => id('e', n + 1)).toSorted())
})
