import { setTimeout as pause } from 'node:timers/promises'
import type { Data, Reply } from './clients/http.ts'
import { callOnce } from './clients/rest.ts'
import type { Identity } from './clients/signing.ts'
import type { World } from './world.ts'

const sweepMs = 120_000
const longestWaitMs = 15_000
const atOnce = 4

/** What agents may leave, where it is listed, and how it is taken away. */
const kinds: { name: string; list: string; member: string; removal: (item: Data) => Removal }[] = [
  { name: 'posts', list: '/posts/mine', member: 'posts', removal: ({ id }) => ({ path: `/posts/${id}` }) },
  {
    ...{ name: 'comments', list: '/agents/me/comments', member: 'comments' },
    removal: ({ post_id, id }) => ({ path: `/posts/${post_id}/comments/${id}` }),
  },
  {
    ...{ name: 'bookmarks', list: '/posts/bookmarks', member: 'posts' },
    removal: ({ post_id }) => ({ path: '/social/bookmark', payload: { post_id } }),
  },
  {
    ...{ name: 'follows', list: '/agents/me/following', member: 'agents' },
    removal: ({ handle }) => ({ path: `/agents/${handle}/follow` }),
  },
]

type Removal = { path: string; payload?: Data }

export type Leftovers = {
  agents: number
  /** By what it is; absent where nothing was to be deleted. */
  things: Record<string, { found: number; deleted: number }>
  /** Agents that the server did not let look for what they left. */
  unasked: number
  /** Why not everything was looked for. */
  reason?: string
}

/** Deletes what the agents of a run wrote, as far as the server lets them, in bounded time. */
export async function sweep(world: World, withinMs = sweepMs): Promise<Leftovers> {
  const deadline = performance.now() + withinMs
  const leftovers: Leftovers = { agents: world.traces.enrolled, things: {}, unasked: 0 }
  const agents = [...world.traces.signers.values()]
  const work = async () => {
    for (let agent = agents.pop(); agent; agent = agents.pop()) {
      if (performance.now() > deadline) leftovers.reason = `stopped after ${Math.round(withinMs / 1000)} s`
      if (leftovers.reason) return
      const broom = new Broom(world, agent, deadline, leftovers)
      await broom.sweep().catch(({ message }: Error) => {
        leftovers.reason = message
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return leftovers
}

/** What stays where nothing is deleted. */
export const leaveAll = ({ traces }: World, isKept: boolean): Leftovers => ({
  ...{ agents: traces.enrolled, things: {}, unasked: 0 },
  reason: `nothing was deleted${isKept ? '' : ', since the server does not answer'}`,
})

/** In one line. */
export function leftoversLine({ agents, things, unasked, reason }: Leftovers): string {
  const deleted = Object.entries(things).map(([name, { found, deleted }]) => `${deleted} of ${found} ${name}`)
  const parts = [
    `left behind: ${counted(agents)}`,
    ...(deleted.length > 0 ? [`deleted ${deleted.join(', ')}`] : []),
    ...(unasked > 0 ? [`${counted(unasked)} could not look for what was theirs`] : []),
    ...(reason ? [reason] : []),
  ]
  return parts.join('; ')
}

const counted = (agents: number): string => `${agents} ${agents === 1 ? 'agent' : 'agents'}`

class Broom {
  readonly #world: World
  readonly #agent: Identity
  readonly #deadline: number
  readonly #leftovers: Leftovers

  constructor(world: World, agent: Identity, deadline: number, leftovers: Leftovers) {
    this.#world = world
    this.#agent = agent
    this.#deadline = deadline
    this.#leftovers = leftovers
  }

  async sweep(): Promise<void> {
    for (const { name, list, member, removal } of kinds) {
      const seen = new Set<string>()
      let items: Removal[]
      do {
        const reply = await this.#ask('GET', `${list}?limit=100`)
        if (reply?.status !== 200) {
          this.#leftovers.unasked++
          return
        }
        items = itemsIn(reply, member)
          .map(removal)
          .filter(({ path, payload }) => isNew(seen, path, payload))
        for (const item of items) await this.#remove(name, item)
      } while (items.length > 0)
    }
    const blocked = this.#world.traces.blocks.get(this.#agent.agent_id) ?? []
    for (const id of blocked) await this.#remove('blocks', { path: `/blocks/${id}` })
  }

  async #remove(name: string, { path, payload }: Removal): Promise<void> {
    const reply = await this.#ask('DELETE', path, payload)
    const count = (this.#leftovers.things[name] ??= { found: 0, deleted: 0 })
    count.found++
    // What stood under a deleted post went with it.
    if (reply && (reply.status < 300 || reply.status === 404)) count.deleted++
  }

  /** The answer, waited for once where a limit asks for a short wait. */
  async #ask(method: string, path: string, payload: Data = {}): Promise<Reply | undefined> {
    const call = () => callOnce(this.#world.door, this.#agent, method, path, payload)
    if (performance.now() > this.#deadline) return undefined
    const reply = await call()
    const waitMs = Number(reply.headers['retry-after']) * 1000
    if (reply.status !== 429 || !(waitMs <= longestWaitMs)) return reply
    await pause(waitMs)
    return call()
  }
}

function isNew(seen: Set<string>, path: string, payload?: Data): boolean {
  const key = `${path} ${JSON.stringify(payload)}`
  return !seen.has(key) && seen.add(key).has(key)
}

function itemsIn(reply: Reply, member: string): Data[] {
  const items = reply.data[member]
  return Array.isArray(items) ? items.filter(item => item !== null && typeof item === 'object') : []
}
