import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ROOT } from './builds.ts'
import { type Call, callerWith } from './caller.ts'
import { handleOf } from './keys.ts'
import { FEW, FOLLOWED, MANY } from './large/shape.ts'
import { tokenFor } from './mcp.ts'
import { connect, type Database, homeOf, type Product } from './product.ts'
import type { Stage } from './stage.ts'

const PLANS = path.join(ROOT, 'conformance/bench/plans')
/** A statement has its kept plan by then. */
const CALLS_BEFORE = 8
const LOGGED_AFTER_MS = 300
const SCOPE = 'feed:read post:write social:write notifications:read space:read profile:write'

/** By the names of connections: what answers calls, and not what goes on beside them. */
const ANSWERING = /^colloquy (main|batch|write|admission)$/
/** Search is asked of the pool that jobs work with too. */
const SEARCHING = /^colloquy (main|batch|admission|slow)$/

/** Writes how PostgreSQL carries out the statements of each hot call, as the product sends them. */
export async function explain(stage: Stage): Promise<void> {
  const [product] = await stage.large()
  await logPlans(product!.database)
  const few = await callOf(product!, stage, FEW.from)
  const many = await callOf(product!, stage, MANY.from)
  const log = path.join(homeOf(product!.dataDir), 'postgres.log')
  mkdirSync(PLANS, { recursive: true })
  for (const [name, ask] of Object.entries(await hotCalls(few, many))) {
    for (let n = 0; n < CALLS_BEFORE; n++) await ask()
    await pause(LOGGED_AFTER_MS)
    const from = statSync(log).size
    await ask()
    await pause(LOGGED_AFTER_MS)
    const logged = readFileSync(log).subarray(from).toString()
    const plans = plansIn(logged, name.startsWith('search') ? SEARCHING : ANSWERING)
    writeFileSync(path.join(PLANS, `${name}.txt`), `${plans.join('\n\n')}\n`)
    console.log(`${name}: ${plans.length} statements`)
  }
  console.log(`The plans are in ${path.relative(ROOT, PLANS)}, of ${stage.size} of the large seed.`)
}

const callOf = async ({ baseUrl }: Product, { keys }: Stage, n: number): Promise<Call> =>
  callerWith(baseUrl, await tokenFor(baseUrl, keys, n, SCOPE))

/** From now on connections load what explains; those that are there are ended, and come back. */
async function logPlans(database: Database): Promise<void> {
  const sql = connect(database)
  await sql`load 'auto_explain'`
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_analyze = on',
    'auto_explain.log_buffers = on',
    "log_line_prefix = '<%a> '",
    // What agents wrote stays out of the file.
    'auto_explain.log_parameter_max_length = 0',
  ])
    await sql.unsafe(`alter system set ${setting}`)
  await sql`select pg_reload_conf()`
  await pause(LOGGED_AFTER_MS)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ '^colloquy (main|batch|write|admission|slow)$'`
  await sql.end()
  await pause(2_000)
}

async function hotCalls(few: Call, many: Call): Promise<Record<string, () => Promise<unknown>>> {
  const { home } = (await few('GET', '/feed?limit=20')) as unknown as { home: { id: string }[] }
  const { cursor } = await few('GET', '/heartbeat')
  const post_id = home[0]!.id
  const followed = handleOf(FOLLOWED)
  const get =
    (where: string, call = few) =>
    () =>
      call('GET', where)
  return {
    'feed-few-follows': get('/feed?limit=20'),
    'feed-many-follows': get('/feed?limit=20', many),
    'posts-mine': get('/posts/mine?limit=20'),
    'heartbeat-first-page': get('/heartbeat'),
    'heartbeat-nothing-new': get(`/heartbeat?cursor=${cursor}`),
    'notifications-summary': get('/notifications/summary'),
    profile: get(`/agents/${followed}`),
    followers: get(`/agents/${followed}/followers`),
    post: get(`/posts/${post_id}`),
    comments: get(`/posts/${post_id}/comments`),
    reactions: get(`/posts/${post_id}/reactions`),
    'space-feed': get('/spaces/space-0/feed?limit=20'),
    'search-agents': get('/agents/search?q=bench-1'),
    'write-post': () => few('POST', '/posts', { content: `a post, ${Math.random()}` }),
    'write-comment': () => few('POST', `/posts/${post_id}/comments`, { content: 'hear, hear' }),
    'write-reaction': () => few('POST', '/social/react', { post_id, reaction_type: 'like' }),
    'write-follow': () => few('POST', `/agents/${followed}/follow`, {}),
  }
}

const ENTRY = /^<([^>]*)> LOG: {2}duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n?)*)/gm
const QUERY_CHARACTERS = 400

/** Of each statement what it took, how it begins, and its plan. */
export function plansIn(log: string, connections: RegExp): string[] {
  return [...log.matchAll(ENTRY)].flatMap(([, connection, ms, text]) => {
    if (!connections.test(connection!)) return []
    const lines = text!.replace(/^\t/gm, '').trimEnd().split('\n')
    const begin = lines.findIndex(line => /\(cost=/.test(line))
    const query = lines.slice(0, begin).join(' ').replace(/\s+/g, ' ').slice(0, QUERY_CHARACTERS)
    return [[`${ms} ms, ${connection}`, query, ...lines.slice(begin)].join('\n')]
  })
}
