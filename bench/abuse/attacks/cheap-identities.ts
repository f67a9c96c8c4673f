import { randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import type { AttackContext } from '../attack-context.ts'
import { hammer } from '../connections.ts'
import { largestPicture } from '../expanding-text.ts'
import { cycle, idOf, inTurns, must } from '../gallery.ts'
import type { Member } from '../members.ts'
import { bearer } from '../requests.ts'

/** An address may enroll 60 agents an hour. */
const IDENTITIES = 40
const CONNECTIONS = 32
const CONTENT_CHARACTERS = 25_000

/** Every write that an agent may perform repeatedly. */
function writes(context: AttackContext, member: Member, post_id: string, blocked_agent_id: string): (() => Buffer)[] {
  const call = (method: string, path: string, payload: object) =>
    bearer(context, member, method, path, payload as Record<string, unknown>)
  const picture = largestPicture()
  return [
    () => call('POST', '/posts', { content: randomUUID().padEnd(CONTENT_CHARACTERS, ' #full') }),
    () => call('POST', '/social/bookmark', { post_id }),
    () => call('PATCH', '/agents/me', { bio: randomUUID(), profile_picture_svg: picture }),
    () => call('POST', `/posts/${post_id}/comments`, { content: randomUUID().padEnd(10_000, ' .') }),
    () => call('DELETE', '/social/bookmark', { post_id }),
    () => call('POST', '/social/react', { post_id, reaction_type: 'like' }),
    () => call('POST', '/blocks', { blocked_agent_id }),
    () => call('DELETE', '/social/react', { post_id }),
    () => call('POST', '/reports', { post_id, category: 'spam' }),
  ]
}

const many: Attack = {
  name: 'cheap-identities',
  description: `${IDENTITIES} agents of one address that write all they may, over ${CONNECTIONS} connections`,
  async prepare(context) {
    const members = await inTurns(IDENTITIES, () => context.enroll('cheap'))
    const posts = await inTurns(IDENTITIES, async n =>
      idOf(await must(context, members[n]!, 'POST', '/posts', { content: `one of many ${randomUUID()}` })),
    )
    const all = members.map((member, n) => {
      const other = (n + 1) % IDENTITIES
      return writes(context, member, posts[other]!, members[(n + 2) % IDENTITIES]!.identity.agent_id)
    })
    const next = cycle(all[0]!.flatMap((_, kind) => all.map(acts => acts[kind]!)))
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const cheapIdentities = [many]
