import type { Sql } from 'postgres'
import type { KeyTexts } from '../keys.ts'
import { connect, type Product } from '../product.ts'
import { seedAgents } from '../seed.ts'
import { checkFigures } from './checks.ts'
import { inBulk } from './copying.ts'
import { countFigures } from './figures.ts'
import { copyFollows } from './graph.ts'
import { describePeople } from './people.ts'
import { copyPosts } from './posts.ts'
import { settle } from './settling.ts'
import type { Shape } from './shape.ts'
import { copySpaces, spacesOf } from './spaces.ts'
import { copyComments, copyReactions } from './talk.ts'

const TABLES = ['follow', 'space', 'space_member', 'post', 'post_mention', 'post_reaction', 'comment']

/**
 * A lively installation, written past the product into its tables by COPY: what it counts as it writes is counted at the
 * end, what its jobs make is waited for, and its own answers are held against what was written.
 */
export async function fill(product: Product, keys: KeyTexts, shape: Shape): Promise<void> {
  await timed(`${shape.agents} agents`, () => seedAgents(product, keys, 0, shape.agents))
  const sql = connect(product.database)
  await sql`set synchronous_commit = off`
  await sql`set maintenance_work_mem = '512MB'`
  await sql`alter system set max_wal_size = '8GB'`
  await sql`select pg_reload_conf()`
  await copyAll(sql, shape, timed)
  await sql`alter system reset max_wal_size`
  await sql`analyze`
  await timed('jobs', () => settle(sql))
  await sql`vacuum (analyze)`
  await timed('checks', () => checkFigures(sql, product, keys, shape))
  await sql.end()
}

type Timed = <Result>(what: string, work: () => Promise<Result>) => Promise<Result>

/** All rows that there are beside those of the agents, and their figures. */
export async function copyAll(sql: Sql, shape: Shape, timed: Timed): Promise<void> {
  await timed('their words', () => describePeople(sql, shape))
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
