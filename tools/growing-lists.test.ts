import test from 'ava'
import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Db, Queryable } from '../storage/db/db.ts'
import { FAMILIES } from '../testing/features/index.ts'
import { seedAgent } from '../testing/fixtures/fully-seeded-agent.ts'
import { multiplyRows } from '../testing/fixtures/multiply-rows.ts'
import { createTestRuntime, type ToolOutcome, useTestWorld } from '../testing/fixtures/test-world.ts'
import type { AgentActor } from './core/context.ts'
import type { AnyTool } from './core/define-tool.ts'
import { invoke } from './core/invoke-tool.ts'
import { PUBLIC_PAGE_QUERIES } from './public-page-registry.ts'
import { PUBLIC_TOOLS, TOOLS } from './registry.ts'

const world = useTestWorld(test)

/** Reads may grow by this factor while an agent's rows grow fourfold, plus the cost of deeper indexes. */
const GROWTH = 1.3
const A_LEVEL = 120
/** More than any limit up to which rows are counted individually. */
const AT_FIRST = 1_050
const LATER = 4 * AT_FIRST
const PAGE = 20

const MEASURED = Object.assign({}, ...FAMILIES.map(({ measured }) => measured))

/** All tools that return pages. */
const LISTS: AnyTool[] = [...TOOLS, ...PUBLIC_TOOLS, ...PUBLIC_PAGE_QUERIES].filter(
  ({ name, input }) => 'limit' in input.shape && !(name in MEASURED),
)

/** Counts the database pages that are accessed. */
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
  /** The length of its longest list. */
  found: number
}

const longest = (answer: ToolOutcome) =>
  Math.max(0, ...Object.values(answer).map(value => (Array.isArray(value) ? value.length : 0)))

const GROWING = FAMILIES.flatMap(({ growing = {} }) => Object.keys(growing))
const THIN = FAMILIES.flatMap(({ sparseLists = [] }) => sparseLists)
const LISTED: Record<string, object> = Object.assign({}, ...FAMILIES.map(({ listed }) => listed))

/** Values by input name; some tools have their own. */
async function openInputs(agent: AgentActor, post_id: string) {
  const given: Record<string, unknown> = { post_id, tag: 'tagged', query: agent.handle, peek: true, limit: PAGE }
  const listed: Record<string, object> = { ...LISTED }
  for (const { named, listedOf } of FAMILIES) {
    Object.assign(given, await named?.(world(), agent))
    Object.assign(listed, await listedOf?.(world(), agent))
  }
  return ({ name, input }: AnyTool): object => ({
    ...Object.fromEntries(Object.entries(given).filter(([member]) => member in input.shape)),
    ...listed[name],
  })
}

test('the cost of no list grows with the rows of one agent', async t => {
  t.timeout(600_000)
  const { agent, posts } = await seedAgent(world(), 'gatherer', await world().agent('friend'))
  const inputOf = await openInputs(agent, posts[0]!)
  const look = async (tool: AnyTool): Promise<Looked> => {
    const { db, pages } = counted(world().db)
    const runtime = createTestRuntime(db, world().runtime.clock)
    const actor = tool.audience === 'agent' ? agent : ({ kind: 'anyone' } as const)
    const call = { actor, input: inputOf(tool), request_id: 'test', strict: false }
    // The first call reads system catalogues and settings, and fills caches.
    await invoke(runtime, tool, call)
    const before = pages()
    const { output } = await invoke(runtime, tool, call)
    return { pages: pages() - before, found: longest(output as ToolOutcome) }
  }
  const lookAtAll = async () => {
    const reads = new Map<string, Looked>()
    for (const tool of LISTS) reads.set(tool.name, await look(tool))
    return reads
  }
  await multiplyRows(world().db, agent.agent_id, { from: 1, to: AT_FIRST })
  const few = await lookAtAll()
  await multiplyRows(world().db, agent.agent_id, { from: AT_FIRST + 1, to: LATER })
  const grown: string[] = []
  const thin: string[] = []
  for (const [name, { pages, found }] of await lookAtAll()) {
    const before = few.get(name)!.pages
    t.log(`${name}: ${before} pages, then ${pages}; ${found} items`)
    if (pages > Math.max(GROWTH * before, before + A_LEVEL)) grown.push(name)
    if (found < PAGE) thin.push(name)
  }
  t.deepEqual(grown.sort(), GROWING.sort())
  t.deepEqual(thin.sort(), THIN.sort())
})
