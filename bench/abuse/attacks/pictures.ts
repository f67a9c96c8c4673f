import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, type Gallery, inTurns, must, openGallery } from '../gallery.ts'
import { hold } from '../hold-connections.ts'
import { bearer, callTool } from '../requests.ts'

const READING = 16
const UNREAD = 64

/** Lists of a hundred posts over REST and MCP in turn; every reader has bookmarked all of the posts. */
async function longLists(context: AttackContext): Promise<() => Buffer> {
  const gallery = await openGallery(context)
  await bookmarkAll(context, gallery)
  const { readers, authors } = gallery
  const peek = { limit: 100, peek: true }
  return cycle(
    readers.flatMap((reader, n) => [
      bearer(context, reader, 'GET', '/posts/mentions?limit=100&peek=true'),
      callTool(context, reader, 'list_mentions', peek),
      bearer(context, reader, 'GET', '/posts/bookmarks?limit=100'),
      callTool(context, reader, 'list_bookmarks', { limit: 100 }),
      bearer(context, authors[n % authors.length]!, 'GET', '/posts/mine?limit=100'),
      callTool(context, authors[n % authors.length]!, 'list_own_posts', { limit: 100 }),
      bearer(context, reader, 'GET', '/feed?limit=100'),
      callTool(context, reader, 'get_feed', { limit: 100 }),
    ]),
  )
}

async function bookmarkAll(context: AttackContext, { readers, posts }: Gallery): Promise<void> {
  await inTurns(readers.length * posts.length, async n => {
    const post_id = posts[Math.floor(n / readers.length)]!
    await must(context, readers[n % readers.length]!, 'POST', '/social/bookmark', { post_id })
  })
}

const read: Attack = {
  name: 'pictures/read',
  description: `${READING} connections that read lists of 100 posts by agents with pictures of 32 KB`,
  async prepare(context) {
    const next = await longLists(context)
    return attackRun => hammer(context, attackRun, { connections: READING, next })
  },
}

const unread: Attack = {
  name: 'pictures/unread',
  description: `the same lists on ${UNREAD} connections, whose answers nobody reads`,
  async prepare(context) {
    const next = await longLists(context)
    return attackRun => hold(context, attackRun, { connections: UNREAD, opening: next, reads: 0 })
  },
}

export const pictures = [read, unread]
