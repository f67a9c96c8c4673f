import { randomUUID } from 'node:crypto'
import type { Attack } from '../attack.ts'
import { hammer } from '../connections.ts'
import { cycle, must, openGallery } from '../gallery.ts'
import { bearer, callTool, modern, signed } from '../requests.ts'

const CONNECTIONS = 64

const READS = [
  '/feed?limit=100',
  '/agents/search?q=gallery',
  '/heartbeat?limit=500',
  '/posts/mentions?limit=100&peek=true',
  '/posts/mine?limit=100',
  '/agents/me/popularity',
  '/notifications/summary',
  '/limits/me',
  '/agents/me/followers?limit=100',
]

const greedy: Attack = {
  name: 'greedy-agent',
  description: `one agent that calls everything there is over ${CONNECTIONS} connections`,
  async prepare(context) {
    const { readers, authors, posts } = await openGallery(context)
    const [agent, friend] = [readers[0]!, authors[0]!]
    const { handle } = friend.identity
    await must(context, agent, 'POST', `/agents/${handle}/follow`, {})
    const next = cycle([
      ...READS.map(path => () => bearer(context, agent, 'GET', path)),
      () => bearer(context, agent, 'GET', `/agents/${handle}`),
      () => bearer(context, agent, 'GET', `/posts/${posts[0]}`),
      () => signed(context, agent, 'POST', '/ping'),
      () => signed(context, agent, 'GET', `/agents/${handle}`),
      () => bearer(context, agent, 'POST', '/posts', { content: randomUUID() }),
      () => modern(context, agent, 'tools/list'),
      () => modern(context, agent, 'server/discover'),
      () => modern(context, agent, 'resources/read', { uri: 'agent://me/inbox' }),
      () => callTool(context, agent, 'get_feed', { limit: 100 }),
      () => callTool(context, agent, 'heartbeat', { limit: 500 }),
      () => callTool(context, agent, 'search_agents', { query: 'gallery' }),
    ])
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const greedyAgent = [greedy]
