import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'
import type { BenchContext } from './bench-context.ts'
import { ROOT } from './builds/builds.ts'
import { callerWith } from './caller.ts'
import { cpuOfFamily, cpuOfServer } from './cpu.ts'
import { agentId, handleOf } from './keys.ts'
import { FEW, IDLE, LEAST_SIZE, MANY, shapeOf } from './large/shape.ts'
import { tokenFor } from './mcp.ts'
import { table } from './outcome.ts'
import { type Plan, plansIn } from './plans.ts'
import { connect, type Database, homeOf, type Product } from './product.ts'
import { type HotCallers, hotCalls } from './rows/setup/hot-calls.ts'
import { askAndSettle } from './rows/setup/settle.ts'

const PLANS = path.join(ROOT, 'dist/bench-plans')
/** After this many executions, PostgreSQL uses the generic plan. */
const CALLS_BEFORE = 8
const CALLS_MEASURED = 40
const LOGGED_AFTER_MS = 300
const SCOPE = 'feed:read post:write social:write notifications:read space:read profile:write'
/** Reads may grow by this factor while the data grows tenfold. */
const GROWTH = 1.3

/** The names of connections that serve calls, without those of background work. */
const ANSWERING = /^colloquy (main|batch|write|admission|search)$/

interface Read {
  plans: Plan[]
  pages: number
  /** If the tables were never analysed. */
  pagesUnanalysed: number
  postgresUs: number
  nodeUs: number
}

/** Writes the plans of the statements of each hot call, and what they read with a tenth of the seed. */
export async function explain(context: BenchContext): Promise<void> {
  const sizes = [Math.max(context.size / 10, LEAST_SIZE), context.size]
  const reads: Record<string, Read>[] = []
  for (const size of sizes) {
    const [product] = await context.large({ size })
    reads.push(await readAll(product!, context))
    await context.stopLarge()
  }
  rmSync(PLANS, { recursive: true, force: true })
  mkdirSync(PLANS, { recursive: true })
  for (const [name, { plans }] of Object.entries(reads[1]!))
    writeFileSync(
      path.join(PLANS, `${name}.txt`),
      `${plans.map(({ head, text }) => `${head}\n${text}`).join('\n\n')}\n`,
    )
  const page = describeGrowth(sizes, reads)
  writeFileSync(path.join(PLANS, 'GROWTH.md'), page)
  console.log(page)
}

function describeGrowth(sizes: readonly number[], [tenth, whole]: readonly Record<string, Read>[]): string {
  const posts = sizes.map(size => `${shapeOf(size, 0).posts}`)
  const rows = Object.entries(whole!).map(([name, now]) => {
    const before = tenth![name]!
    const grown = now.pages / Math.max(1, before.pages)
    const figures = (['pages', 'postgresUs', 'nodeUs'] as const).flatMap(figure => [before[figure], now[figure]])
    const cells = [...figures, now.pagesUnanalysed].map(one => one.toFixed(0))
    return [name, ...cells, `${grown.toFixed(2)}x`, grown > GROWTH ? 'GROWS' : '']
  })
  const pair = (what: string) => posts.map(count => `${what}, ${count}`)
  const head = ['', ...pair('pages'), ...pair('PostgreSQL µs'), ...pair('node µs'), 'pages unanalysed', 'pages', '']
  const [from, to] = posts
  return `# What hot calls read of ${from} posts and of ${to}

Made by \`npm run bench -- --explain\`. Pages of 8 KB that all statements of a call look at, in memory or on disk; they may
grow by ${GROWTH}; "unanalysed", of the tables of ${to} posts when PostgreSQL has no statistics of them. CPU is of ${CALLS_MEASURED} calls one after the other, with whatever else the server does. The plans of ${to} posts
are beside this page: rows, loops and pages of each node, without what was never executed.

${table(head, rows)}
`
}

async function readAll(product: Product, context: BenchContext): Promise<Record<string, Read>> {
  const calls = Object.entries(await hotCalls(await callersOf(product, context)))
  const feeds = calls.filter(([name]) => name.startsWith('feed')).map(([, ask]) => ask)
  const reads: Record<string, Read> = {}
  const settle = () => askAndSettle(product, feeds)
  await settle()
  for (const [name, ask] of calls) {
    for (let n = 0; n < CALLS_BEFORE; n++) await ask()
    reads[name] = { plans: [], pages: 0, pagesUnanalysed: 0, ...(await costOf(product, ask)) }
  }
  await logPlans(product.database)
  await settle()
  for (const [name, ask] of calls) {
    const plans = await plansOf(product, ask)
    Object.assign(reads[name]!, { plans, pages: pagesOf(plans) })
  }
  await forgetStatistics(product.database)
  await settle()
  for (const [name, ask] of calls) reads[name]!.pagesUnanalysed = pagesOf(await plansOf(product, ask))
  return reads
}

const pagesOf = (plans: readonly Plan[]) => plans.reduce((sum, { pages }) => sum + pages, 0)

async function plansOf({ dataDir }: Product, ask: () => Promise<unknown>): Promise<Plan[]> {
  const log = path.join(homeOf(dataDir), 'postgres.log')
  for (let n = 0; n < CALLS_BEFORE; n++) await ask()
  await pause(LOGGED_AFTER_MS)
  const from = statSync(log).size
  await ask()
  await pause(LOGGED_AFTER_MS)
  return plansIn(readFileSync(log).subarray(from).toString(), ANSWERING)
}

async function costOf({ pid, postmaster }: Product, ask: () => Promise<unknown>) {
  const before = { node: cpuOfServer(pid, postmaster), postgres: cpuOfFamily(postmaster) }
  for (let n = 0; n < CALLS_MEASURED; n++) await ask()
  return {
    nodeUs: (cpuOfServer(pid, postmaster) - before.node) / CALLS_MEASURED,
    postgresUs: (cpuOfFamily(postmaster) - before.postgres) / CALLS_MEASURED,
  }
}

async function callersOf({ baseUrl, database }: Product, { keys }: BenchContext): Promise<HotCallers> {
  const as = async (n: number) => callerWith(baseUrl, await tokenFor(baseUrl, keys, n, SCOPE))
  const sql = connect(database)
  await followDormant(database)
  const [prolific] = await sql`
    select a.handle from agent_counter t join agent a on a.id = t.agent_id where a.visibility = 'public'
    order by t.posts desc limit 1`
  const [dormant] = await sql`
    select a.handle from (
      select agent_id, max(id::text) as newest from post where space_id is null group by agent_id) p
    join agent a on a.id = p.agent_id where a.visibility = 'public' order by p.newest limit 1`
  await sql.end()
  const number = Number(String(prolific?.handle).replace(handleOf(0).slice(0, -1), ''))
  return {
    ...{
      few: await as(FEW.from),
      many: await as(MANY.from),
      ofDormant: await as(IDLE.from),
      prolific: await as(number),
    },
    ...{ prolificHandle: prolific?.handle, dormantHandle: dormant?.handle },
  }
}

const DORMANT = 200

/** Makes an agent follow the authors whose last posts are the oldest. */
async function followDormant(database: Database): Promise<void> {
  const sql = connect(database)
  await sql`
    insert into follow (id, follower_id, followed_id, created_at)
    select gen_random_uuid(), ${agentId(IDLE.from)}, p.agent_id, now() from (
      select agent_id, max(id::text) as newest from post group by agent_id) p
    join agent a on a.id = p.agent_id where a.visibility = 'public' order by p.newest limit ${DORMANT}`
  await sql`
    insert into follow_count (agent_id, followers, following) values (${agentId(IDLE.from)}, 0, ${DORMANT})
    on conflict (agent_id) do update set following = excluded.following`
  await sql.end()
}

/** Loads auto_explain into new connections, and ends the present ones, which reconnect. */
async function logPlans(database: Database): Promise<void> {
  const sql = connect(database)
  await sql`load 'auto_explain'`
  for (const setting of [
    "session_preload_libraries = 'auto_explain'",
    'auto_explain.log_min_duration = 0',
    'auto_explain.log_analyze = on',
    'auto_explain.log_buffers = on',
    'auto_explain.log_timing = off',
    "log_line_prefix = '<%a> '",
    // Parameters contain text of agents, which stays out of the file.
    'auto_explain.log_parameter_max_length = 0',
  ])
    await sql.unsafe(`alter system set ${setting}`)
  await resetConnections(sql)
  await sql.end()
}

/** Makes PostgreSQL plan statements as on tables that were never analysed. */
async function forgetStatistics(database: Database): Promise<void> {
  const sql = connect(database)
  await sql`alter system set autovacuum = off`
  await sql`delete from pg_statistic where starelid >= 16384`
  await sql`delete from pg_statistic_ext_data`
  await sql`update pg_class set reltuples = -1 where oid >= 16384 and relkind in ('r', 'm')`
  await resetConnections(sql)
  await sql.end()
}

/** Ends the connections, so that new ones use the changed settings and no cached plans. */
async function resetConnections(sql: Sql): Promise<void> {
  await sql`select pg_reload_conf()`
  await pause(LOGGED_AFTER_MS)
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name ~ '^colloquy (main|batch|write|admission|slow|search)$'`
  await pause(2_000)
}
