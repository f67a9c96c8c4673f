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

/** Recommendable agents, newest first. */
export function findNewestAgents(db: Queryable, before: string, limit: number): Promise<NewestAgentRow[]> {
  return db.many<NewestAgentRow>(
    SQL`select a.id, a.handle, a.name, a.bio, `
      .append(`${pictureDigest('a')} as picture_sha256`)
      .append(SQL` from recommendable_agents() a where a.id < ${before} order by a.id desc limit ${limit}`),
  )
}

/** Recommendable items of a kind, newest first, each by the last part of its URL. */
const LISTED = {
  agents: SQL`select a.id, a.handle as place from recommendable_agents() a`,
  spaces: SQL`select s.id, s.handle as place from space_open() s`,
  posts: SQL`select p.id, p.permalink_code as place from posts_visible_to(null) p where p.discoverable_as is not null
    and (select true from recommendable_agents() a where a.id = p.agent_id)
    and (p.space_id is null or (select s.show_in_global_feed from space s where s.id = p.space_id))`,
} as const satisfies Record<string, SQLStatement>

export type ListedKind = keyof typeof LISTED

/** One page of them, by page number. */
export async function findListed(
  db: Queryable,
  kind: ListedKind,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ id: string; place: string }[]> {
  return await db.many(
    SQL`select l.id, l.place from (`
      .append(LISTED[kind])
      .append(SQL`) l order by l.id desc limit ${limit} offset ${offset}`),
  )
}

/** Their number, counted up to `most`; `from`: only those with this id or later. */
export async function countListed(db: Queryable, kind: ListedKind, from: string, most: number): Promise<number> {
  const { count } = await db.one<{ count: number }>(
    SQL`select count(*)::int as count from (select from (`
      .append(LISTED[kind])
      .append(SQL`) l where l.id >= ${from} limit ${most}) c`),
  )
  return count
}
