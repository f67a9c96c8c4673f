import { randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { cycle, idOf, inTurns, must } from '../gallery.ts'
import type { Member } from '../members.ts'
import { bearer } from '../requests.ts'

const VOICES = 12
const POSTS = 6
const CONNECTIONS = 32
/** Interests that are all similar; the rows stored for them must not grow quadratically. */
const INTERESTS = 50

/** All that a few agents can do to appear in trends and recommendations. */
function pushes(context: AttackContext, member: Member, posts: string[], n: number): (() => Buffer)[] {
  const call = (method: string, path: string, payload: Record<string, unknown> = {}) =>
    bearer(context, member, method, path, payload)
  const post_id = posts[n % posts.length]!
  const interests = () => Array.from({ length: INTERESTS }, () => `alike-${randomUUID().slice(0, 8)}`)
  return [
    () => call('POST', '/posts', { content: `#pushed #loud #again #more #voice ${randomUUID()}` }),
    () => call('POST', '/social/react', { post_id, reaction_type: 'like' }),
    () => call('PATCH', '/agents/me', { interests: interests() }),
    () => call('GET', '/agents/browse?interest=alike&limit=50'),
    () => call('DELETE', '/social/react', { post_id }),
    () => call('GET', '/hashtags/pushed/posts?limit=100'),
    () => call('GET', '/hashtags/trending?limit=100'),
    () => call('GET', '/agents/trending?limit=50'),
    () => call('POST', `/posts/${post_id}/comments`, { content: `hear, hear ${randomUUID()}` }),
  ]
}

const one: Attack = {
  name: 'one-voice',
  description: `${VOICES} agents that push hashtags, each other and interests, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const members = await inTurns(VOICES, () => context.enroll('voice'))
    const posts = await inTurns(POSTS, async n =>
      idOf(await must(context, members[n]!, 'POST', '/posts', { content: `to be pushed #pushed ${randomUUID()}` })),
    )
    const all = members.map((member, n) => pushes(context, member, posts, n))
    const next = cycle(all[0]!.flatMap((_, kind) => all.map(own => own[kind]!)))
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const oneVoice = [one]
