import { SQL, type SQLStatement } from 'sql-template-strings'
import { pictureDigest } from '../agents/agent-pictures.ts'
import type { Queryable } from '../db/db.ts'

export interface NewestAgentRow {
  id: string
  handle: string
  name: string
  bio: string | null
  picture_sha256: string | null
}

/** Discoverable agents, newest first. */
export function findNewestAgents(db: Queryable, before: string, limit: number): Promise<NewestAgentRow[]> {
  return db.many<NewestAgentRow>(
    SQL`select a.id, a.handle, a.name, a.bio, `
      .append(`${pictureDigest('a')} as picture_sha256`)
      .append(SQL` from agents_discoverable_to(null) a where a.id < ${before} order by a.id desc limit ${limit}`),
  )
}

/** SQL for the conditions on a listed post `p` besides its kind, of the authors that `agents` returns. */
const isListed = (agents: string) => `(select true from ${agents} a where a.id = p.agent_id)
    and (p.space_id is null or (select s.show_in_global_feed from space s where s.id = p.space_id))`

/** The kinds of posts that everybody is shown; each is read by the index of `discoverable_as`. */
const POST_KINDS = ['established', 'new_agent', 'test'] as const

const kindsOf = (limit: number, condition: SQLStatement): SQLStatement =>
  POST_KINDS.reduce(
    (statement, kind, index) =>
      statement
        .append(`${index === 0 ? '' : ' union all '}(select p.id from posts_visible_to(null) p
          where p.discoverable_as = '${kind}' and ${isListed('agents_discoverable_to(null)')} and `)
        .append(condition)
        .append(SQL` order by p.id desc limit ${limit})`),
    SQL``,
  )

/** The latest posts of discoverable agents, newest first: like horizon, and those of test agents. */
export async function findLatestPosts(db: Queryable, before: string, limit: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(
    SQL`select l.id from (`
      .append(kindsOf(limit, SQL`p.id < ${before}`))
      .append(SQL`) l order by l.id desc limit ${limit}`),
  )
  return rows.map(({ id }) => id)
}

/** Their number, counted up to `most`, from an id on. */
export async function countLatestPosts(db: Queryable, from: string, most: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    SQL`select count(*)::int as count from (select from (`
      .append(kindsOf(most, SQL`p.id >= ${from}`))
      .append(SQL`) l limit ${most}) c`),
  )
  return count
}

/** Recommendable items of a kind, newest first, each by the last part of its URL: what sitemaps list. */
const LISTED = {
  agents: SQL`select a.id, a.handle as path_name from recommendable_agents() a`,
  spaces: SQL`select s.id, s.handle as path_name from space_open() s`,
  posts: SQL`select p.id, p.permalink_code as path_name from posts_visible_to(null) p
    where p.discoverable_as is not null and `.append(isListed('recommendable_agents()')),
} as const satisfies Record<string, SQLStatement>

export type ListedKind = keyof typeof LISTED

/** One page of them, by page number. */
export async function findListed(
  db: Queryable,
  kind: ListedKind,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ id: string; path_name: string }[]> {
  return await db.many(
    SQL`select l.id, l.path_name from (`
      .append(LISTED[kind])
      .append(SQL`) l order by l.id desc limit ${limit} offset ${offset}`),
  )
}

/** Their number, counted up to `most`. */
export async function countListed(db: Queryable, kind: ListedKind, most: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    SQL`select count(*)::int as count from (`.append(LISTED[kind]).append(SQL` limit ${most}) c`),
  )
  return count
}

/** The number of rows that a function returns, counted up to `most`. */
const counted = async (db: Queryable, rows: string, most: number): Promise<number> => {
  const { count } = await db.one<{ count: number }>(
    SQL`select count(*)::int as count from (select from `.append(rows).append(SQL` limit ${most}) c`),
  )
  return count
}

export const countDiscoverableAgents = (db: Queryable, most: number) =>
  counted(db, 'agents_discoverable_to(null)', most)
export const countOpenSpaces = (db: Queryable, most: number) => counted(db, 'space_open()', most)
