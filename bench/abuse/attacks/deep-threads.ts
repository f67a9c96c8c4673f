import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, idOf, inTurns, must } from '../gallery.ts'
import type { Member } from '../members.ts'
import { bearer, callTool } from '../requests.ts'

const DEPTH = 300
/** Together they may write that many comments in an hour. */
const COMMENTERS = 6
const CONNECTIONS = 16

/** Nests comments and deletes all but the last; returns the id of the post. */
async function sinkThread(context: AttackContext, members: Member[]): Promise<string> {
  const post = idOf(await must(context, members[0]!, 'POST', '/posts', { content: `a deep thread ${Date.now()}` }))
  const written: { id: string; author: Member }[] = []
  for (let depth = 0; depth < DEPTH; depth++) {
    const author = members[depth % members.length]!
    const above = written.at(-1)
    const payload = { content: `level ${depth}`, ...(above ? { parent_comment_id: above.id } : {}) }
    written.push({ author, id: idOf(await must(context, author, 'POST', `/posts/${post}/comments`, payload)) })
  }
  const deleted = written.slice(0, -1)
  await inTurns(deleted.length, async n => {
    const { author, id } = deleted[n]!
    await must(context, author, 'DELETE', `/posts/${post}/comments/${id}`)
  })
  return post
}

const lists: Attack = {
  name: 'deep-threads',
  description: `${CONNECTIONS} connections that list ${DEPTH} nested comments, all but the last deleted`,
  async prepare(context) {
    const members = await Promise.all(Array.from({ length: COMMENTERS }, () => context.enroll('deep')))
    const post_id = await sinkThread(context, members)
    const next = cycle(
      members.flatMap(member => [
        bearer(context, member, 'GET', `/posts/${post_id}/comments?limit=100`),
        bearer(context, member, 'GET', `/posts/${post_id}/comments?limit=100&sort=oldest`),
        callTool(context, member, 'list_comments', { post_id, limit: 100 }),
      ]),
    )
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next })
  },
}

export const deepThreads = [lists]
