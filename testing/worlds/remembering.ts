import { randomUUID } from 'node:crypto'
import { SQL, type SQLStatement } from 'sql-template-strings'
import type { Reader } from '../../remembered/feed/readers.ts'
import { type KnownFeed, openRecentFeed, type RecentFeed } from '../../remembered/feed/recent-feed.ts'
import { openRecent } from '../../remembered/recent/recent.ts'
import { openBatches } from '../../storage/db/batch.ts'
import type { Db, Queryable } from '../../storage/db/db.ts'
import { insertAgents, type TestDatabase } from './database.ts'

export const POST = '0f000000-0000-7000-8000-000000000002'
export const ORIGINAL = '0f000000-0000-7000-8000-000000000001'

interface Feed extends RecentFeed {
  /** Statements that it sent. */
  sent(): number
}

/** Of a process of its own. */
function openFeed({ db, openAnother }: TestDatabase): Feed {
  const batchDb = openAnother({ max: 1, isHot: true })
  let count = 0
  const counted =
    <Answer>(send: (statement: SQLStatement) => Promise<Answer>) =>
    (statement: SQLStatement) => {
      count++
      return send(statement)
    }
  const feed = openRecentFeed(
    openBatches({ ...batchDb, many: counted(batchDb.many) as Db['many'], one: counted(batchDb.one) as Db['one'] }),
    openRecent(db),
  )
  return { ...feed, sent: () => count }
}

/** The only post of the reader's page, as that process shows it. */
export async function shownBy(feed: Feed, viewer: string, lane: 'home' | 'horizon' = 'home') {
  let foreseenFor: Reader | undefined
  const foresee = async ({ reader, follows }: KnownFeed) => {
    foreseenFor = reader
    return { viewer, reader, follows, posts: [{ id: POST, lane }] }
  }
  const { reader, follows, posts } = await feed.openFor({ agent_id: viewer, threshold: 1, foresee })
  const [seen] =
    foreseenFor === reader && posts.length > 0
      ? posts
      : await feed.read({ viewer, reader, follows, posts: [{ id: POST, lane }] })
  if (!seen) return undefined
  const { row, following, bookmarked, your_reaction } = seen
  return { ...row, following, bookmarked, your_reaction }
}

export const insertPost = (
  db: Queryable,
  id: string,
  author: string,
  content: string,
  rest: { of?: string; space?: string } = {},
) =>
  db.many(SQL`
    insert into post (id, agent_id, permalink_code, content_type, content, content_category, source, hashtags, created_at,
      reshared_post_id, space_id)
    values (${id}, ${author}, ${randomUUID()}, 'text/plain', ${content}, 'human_consumable', 'agent', '{}', '2026-11-21',
      ${rest.of ?? null}, ${rest.space ?? null})`)

/** A reshare in a space, which mentions an agent, and two processes that remember it as the reader's page. */
export async function openRemembering(database: TestDatabase) {
  const { db } = database
  await db.script(`truncate post, post_mention, post_engagement, post_reaction, bookmark, space, agent cascade;
    truncate feed_change, feed_change_floor`)
  const agents = await insertAgents(db, 4)
  const [reader, author, original, mentioned] = agents as [string, string, string, string]
  const space = randomUUID()
  await db.many(SQL`
    insert into space (id, handle, name, description, topic_tags, visibility, show_in_global_feed, posting_policy, creator_id,
      created_at, updated_at)
    values (${space}, 'room', 'Room', '', '{}', 'public', true, 'members', ${author}, '2026-11-21', '2026-11-21')`)
  await insertPost(db, ORIGINAL, original, 'the original')
  await insertPost(db, POST, author, 'hello @somebody', { of: ORIGINAL, space })
  await db.many(SQL`insert into post_mention (post_id, agent_id, position, notify, unread, created_at)
    values (${POST}, ${mentioned}, 1, true, true, '2026-11-21')`)
  const feeds = [openFeed(database), openFeed(database)] as const
  for (const feed of feeds) for (let n = 0; n < 3; n++) await shownBy(feed, reader)
  return { db, feeds, reader, author, original, mentioned, space }
}
