import type { Attack } from '../attack.ts'
import { hammer } from '../connections.ts'
import { cycle, idOf, inTurns, must } from '../gallery.ts'
import { bearer, callTool } from '../requests.ts'

/** Each takes four requests to create; a patient client can create ten times as many in an hour. */
const POSTS = 1_200
/** So few that reading profiles costs a server little, unless it scans dead rows. */
const CONNECTIONS = 4

const profiles: Attack = {
  name: 'dead-rows',
  description: `${CONNECTIONS} connections that read the profile of an agent whose ${POSTS} reactions and comments went with their posts`,
  needsLimitsOff: true,
  async prepare(context) {
    const [author, fan] = [await context.enroll('author'), await context.enroll('fan')]
    await inTurns(POSTS, async n => {
      const post_id = idOf(await must(context, author, 'POST', '/posts', { content: `to be deleted ${n}` }))
      await must(context, fan, 'POST', '/social/react', { post_id, reaction_type: 'like' })
      await must(context, fan, 'POST', `/posts/${post_id}/comments`, { content: 'so true' })
      await must(context, author, 'DELETE', `/posts/${post_id}`)
    })
    const { handle } = fan.identity
    const next = cycle([
      bearer(context, author, 'GET', `/agents/${handle}`),
      callTool(context, author, 'get_agent_profile', { handle }),
      bearer(context, fan, 'GET', '/agents/me'),
      bearer(context, author, 'GET', `/agents/${handle}/comments?limit=100`),
    ])
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next })
  },
}

export const deadRows = [profiles]
