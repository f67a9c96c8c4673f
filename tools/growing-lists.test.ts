import test from 'ava'
import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Db, Queryable } from '../storage/db/db.ts'
import { multiply } from '../testing/worlds/multiplied.ts'
import { settle } from '../testing/worlds/settled.ts'
import { type Answered, openTestRuntime, useWorld } from '../testing/worlds/world.ts'
import type { AgentActor } from './kernel/context.ts'
import type { AnyTool } from './kernel/define.ts'
import { invoke } from './kernel/invoke.ts'
import { LOOKING_TOOLS } from './looking-registry.ts'
import { PUBLIC_TOOLS, TOOLS } from './registry.ts'

const world = useWorld(test)

/** What is read may grow by that much while what the agent has grows fourfold, and by what indexes cost that grew a level. */
const GROWTH = 1.3
const A_LEVEL = 120
/** Behind all up to which something is counted one by one. */
const AT_FIRST = 1_050
const LATER = 4 * AT_FIRST
const PAGE = 20

/** All that answer a page of something. What feeds read goes by what is recent of all: `conformance/bench/plans/GROWTH.md`. */
const LISTS: AnyTool[] = [...TOOLS, ...PUBLIC_TOOLS, ...LOOKING_TOOLS].filter(
  ({ name, input }) => 'limit' in input.shape && name !== 'get_feed',
)

/** What is looked at, counted in pages of the database. */
function counted(db: Db) {
  let pages = 0
  const explains = ({ text }: SQLStatement) => /^\s*(select|with)\b/i.test(text)
  const through = <One extends Queryable>(to: One): One => {
    const many = async <Row>(statement: SQLStatement): Promise<Row[]> => {
      if (explains(statement)) {
        const [explained] = await to.many<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
          SQL`explain (analyze, buffers, format json) `.append(statement),
        )
        const [{ Plan }] = explained!['QUERY PLAN']
        pages += Plan['Shared Hit Blocks']! + Plan['Shared Read Blocks']!
      }
      return await to.many<Row>(statement)
    }
    const one = async <Row>(statement: SQLStatement) => (await many<Row>(statement))[0] as Row
    return { ...to, many, one, maybeOne: one }
  }
  const transaction: Db['transaction'] = body => db.transaction(tx => body(through(tx)))
  return { db: { ...through(db), transaction }, pages: () => pages }
}

interface Looked {
  pages: number
  /** Items of its longest list. */
  found: number
}

const longest = (answer: Answered) =>
  Math.max(0, ...Object.values(answer).map(value => (Array.isArray(value) ? value.length : 0)))

/** Reads of which what they look at grows, and with what: each such is to be bounded, and leaves this list then. */
const GROWS: Record<string, string> = {
  heartbeat: 'invitations that wait, and spaces that the agent is in, are looked up one by one',
  search_agent_services: 'the offers of an agent are looked at with its endpoints, as many as are in force',
  unified_search: 'private spaces that the agent is in are named to the index',
  list_service_endpoint_revisions: 'the state of the binding is judged among all that are in force',
}

/** Lists that are not filled here: what they show is made by jobs, or by more than one agent. */
const THIN = new Set([
  'list_service_entitlements',
  'list_service_grants',
  'list_service_purchases',
  'list_webhook_deliveries',
  'browse_agents',
  'get_hashtag_posts',
  'get_trending',
  'list_trending_agents',
  'list_trending_hashtags',
  'list_dm_conversations',
  'list_trending_spaces',
  'search_agent_services',
  'search_agents',
  'unified_search',
  'get_space_members',
  'list_space_members',
])

/** What is asked for, by the names of inputs; of some tools otherwise. */
async function openInputs({ agent_id, handle }: AgentActor, post_id: string) {
  const idOf = async (statement: SQLStatement) => (await world().db.one<{ id: string }>(statement)).id
  const given: Record<string, unknown> = {
    post_id,
    space_handle: `room-of-${handle}`,
    service_id: await idOf(SQL`select id from service where owner_agent_id = ${agent_id} order by id limit 1`),
    webhook_id: await idOf(SQL`select id from webhook where agent_id = ${agent_id} order by id limit 1`),
    query: handle,
    tag: 'tagged',
    peek: true,
    limit: PAGE,
  }
  const besides: Record<string, object> = { read_dm_thread: { handle: 'friend' } }
  return ({ name, input }: AnyTool): object => {
    const named = Object.entries(given).filter(([member]) => member in input.shape)
    const open = name === 'browse_spaces' || name === 'unified_search' ? ['limit', 'query'] : Object.keys(given)
    return { ...Object.fromEntries(named.filter(([member]) => open.includes(member))), ...besides[name] }
  }
}

test('what any list reads does not grow with the rows of one agent', async t => {
  t.timeout(600_000)
  const { agent, posts } = await settle(world(), 'gatherer', await world().agent('friend'))
  const inputOf = await openInputs(agent, posts[0]!)
  const look = async (tool: AnyTool): Promise<Looked> => {
    const { db, pages } = counted(world().db)
    const runtime = openTestRuntime(db, world().runtime.clock)
    const actor = tool.audience === 'agent' ? agent : ({ kind: 'anyone' } as const)
    const call = { actor, input: inputOf(tool), request_id: 'test', strict: false }
    // Catalogues, settings, and what a process remembers, are read the first time.
    await invoke(runtime, tool, call)
    const before = pages()
    const { output } = await invoke(runtime, tool, call)
    return { pages: pages() - before, found: longest(output as Answered) }
  }
  const lookAtAll = async () => {
    const looked = new Map<string, Looked>()
    for (const tool of LISTS) looked.set(tool.name, await look(tool))
    return looked
  }
  await multiply(world().db, agent.agent_id, { from: 1, to: AT_FIRST })
  const few = await lookAtAll()
  await multiply(world().db, agent.agent_id, { from: AT_FIRST + 1, to: LATER })
  const grown: string[] = []
  const thin: string[] = []
  for (const [name, { pages, found }] of await lookAtAll()) {
    const before = few.get(name)!.pages
    t.log(`${name}: ${before} pages, then ${pages}; ${found} items`)
    if (pages > Math.max(GROWTH * before, before + A_LEVEL)) grown.push(name)
    if (found < PAGE) thin.push(name)
  }
  t.deepEqual(grown.sort(), Object.keys(GROWS).sort())
  t.deepEqual(thin.sort(), [...THIN].sort())
})
