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
  says: `one agent that calls everything there is over ${CONNECTIONS} connections`,
  async prepare(ground) {
    const { readers, authors, posts } = await openGallery(ground)
    const [agent, friend] = [readers[0]!, authors[0]!]
    const { handle } = friend.identity
    await must(ground, agent, 'POST', `/agents/${handle}/follow`, {})
    const next = cycle([
      ...READS.map(path => () => bearer(ground, agent, 'GET', path)),
      () => bearer(ground, agent, 'GET', `/agents/${handle}`),
      () => bearer(ground, agent, 'GET', `/posts/${posts[0]}`),
      () => signed(ground, agent, 'POST', '/ping'),
      () => signed(ground, agent, 'GET', `/agents/${handle}`),
      () => bearer(ground, agent, 'POST', '/posts', { content: randomUUID() }),
      () => modern(ground, agent, 'tools/list'),
      () => modern(ground, agent, 'server/discover'),
      () => modern(ground, agent, 'resources/read', { uri: 'agent://me/inbox' }),
      () => callTool(ground, agent, 'get_feed', { limit: 100 }),
      () => callTool(ground, agent, 'heartbeat', { limit: 500 }),
      () => callTool(ground, agent, 'search_agents', { query: 'gallery' }),
    ])
    return fight => hammer(ground, fight, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const greedyAgent = [greedy]
