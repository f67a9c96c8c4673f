import type { Sql } from 'postgres'
import type { KeyTexts } from '../keys.ts'
import { connect, type Product } from '../product.ts'
import { seedAgents } from '../seed.ts'
import { checkFigures } from './checks.ts'
import { inBulk, withoutIndexes } from './copying.ts'
import { countFigures } from './figures.ts'
import { copyFollows } from './graph.ts'
import { pairInterests } from './interests.ts'
import { describePeople } from './people.ts'
import { copyPosts } from './posts.ts'
import { vacuumAll } from './settle-database.ts'
import type { Shape } from './shape.ts'
import { copySpaces, spacesOf } from './spaces.ts'
import { copyComments, copyReactions } from './talk.ts'

const TABLES = ['follow', 'space', 'space_member', 'post', 'post_mention', 'post_reaction', 'comment']

/**
 * An active installation, written into the tables by COPY. Counters are computed at the end, jobs run to completion,
 * and the responses of the product are compared with the rows.
 */
export async function fill(product: Product, keys: KeyTexts, shape: Shape): Promise<void> {
  const sql = connect(product.database)
  await sql`set maintenance_work_mem = '512MB'`
  await configure(sql, setting => `set ${setting} = ${WHILE_FILLED[setting]}`)
  await inBulk(sql, ['agent'], async () => {
    await timed(`${shape.agents} agents`, () => seedAgents(product, keys, 0, shape.agents))
    await copyAll(sql, shape, timed)
  })
  await sql`analyze`
  await timed('jobs, and the indexes of words', () =>
    withoutIndexes(sql, WORDED, 'gin', () => timed('jobs', () => vacuumAll(sql))),
  )
  // As consecutive posts leave it; the job indexes the rest from the newest post back.
  await sql`reindex table post_search`
  await configure(sql, setting => `reset ${setting}`)
  await timed('vacuum', () => sql`vacuum (analyze)`)
  await timed('checks', () => checkFigures(sql, product, keys, shape))
  await sql.end()
}

/** For all connections, including the server's. */
const WHILE_FILLED = { max_wal_size: `'8GB'`, autovacuum: 'off', synchronous_commit: 'off' }

/** The text that searches use. */
const WORDED = ['agent', 'post_search', 'space']

async function configure(sql: Sql, change: (setting: keyof typeof WHILE_FILLED) => string): Promise<void> {
  for (const setting of Object.keys(WHILE_FILLED) as (keyof typeof WHILE_FILLED)[])
    await sql.unsafe(`alter system ${change(setting)}`)
  await sql`select pg_reload_conf()`
}

type Timed = <Result>(what: string, work: () => Promise<Result>) => Promise<Result>

/** All rows except the agents, and their counters. */
export async function copyAll(sql: Sql, shape: Shape, timed: Timed): Promise<void> {
  await timed('their words', () => inBulk(sql, ['agent'], () => describePeople(sql, shape)))
  await timed('interests and their pairs', () => pairInterests(sql))
  const spaces = spacesOf(shape)
  const copying = async () => {
    await timed('follows', () => copyFollows(sql, shape))
    await timed('spaces and members', () => copySpaces(sql, spaces, shape))
    const written = await timed('posts', () => copyPosts(sql, spaces, shape))
    await timed('reactions', () => copyReactions(sql, shape, written))
    await timed('comments', () => copyComments(sql, shape, written))
  }
  await timed('all rows, with their indexes', () => inBulk(sql, TABLES, copying))
  await timed('figures', () => countFigures(sql))
}

const timed: Timed = async (what, work) => {
  const startedAt = performance.now()
  const result = await work()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.error(`  ${what}${typeof result === 'number' ? `: ${result}` : ''}, ${seconds} s`)
  return result
}
