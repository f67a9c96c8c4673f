import { setTimeout as pause } from 'node:timers/promises'
import type { Data, Reply } from '../clients/http.ts'
import { callOnce } from '../clients/rest.ts'
import type { Identity } from '../clients/signing.ts'
import type { Deletable, Removal } from '../resource.ts'
import { DELETABLES } from '../resources/index.ts'
import type { World } from '../world.ts'

const cleanupMs = 120_000
const longestWaitMs = 15_000
const atOnce = 4

/** The kinds of objects that agents may leave, those whose deletion deletes others first. */
const kinds: Deletable[] = DELETABLES.toSorted((a, b) => Number(b.isFirst ?? false) - Number(a.isFirst ?? false))

export type Leftovers = {
  agents: number
  /** By kind; absent if there was nothing to delete. */
  objects: Record<string, { found: number; deleted: number }>
  /** Agents that the server did not let list everything they left. */
  unlisted: number
  /** Why some objects were not searched for. */
  reason?: string
}

/** Deletes what the agents of a run created, as far as the server permits, within a time limit. */
export async function cleanUp(world: World, withinMs = cleanupMs): Promise<Leftovers> {
  const leftovers: Leftovers = { agents: world.traces.enrolled, objects: {}, unlisted: 0 }
  const cleanup = new Cleanup(world, performance.now() + withinMs, leftovers)
  let agents = [...world.traces.signers.values()]
  for (const kind of kinds) {
    agents = await inTurns(agents, agent => cleanup.deleteAll(agent, kind))
    if (leftovers.reason) return leftovers
  }
  await inTurns(agents, agent => cleanup.unblock(agent))
  leftovers.unlisted = world.traces.signers.size - agents.length
  return leftovers
}

/** The items for which it succeeded. */
async function inTurns(agents: Identity[], work: (agent: Identity) => Promise<boolean>): Promise<Identity[]> {
  const [waiting, done]: [Identity[], Identity[]] = [agents.toReversed(), []]
  const turn = async () => {
    for (let agent = waiting.pop(); agent; agent = waiting.pop()) if (await work(agent)) done.push(agent)
  }
  await Promise.all(Array.from({ length: atOnce }, turn))
  return done
}

/** What stays if nothing is deleted. */
export const skipCleanup = ({ traces }: World, keepsData: boolean): Leftovers => ({
  ...{ agents: traces.enrolled, objects: {}, unlisted: 0 },
  reason: `nothing was deleted${keepsData ? '' : ', since the server does not answer'}`,
})

/** As one line. */
export function leftoversLine({ agents, objects, unlisted, reason }: Leftovers): string {
  const deleted = Object.entries(objects).map(([name, { found, deleted }]) => `${deleted} of ${found} ${name}`)
  const parts = [
    `left behind: ${counted(agents)}`,
    ...(deleted.length > 0 ? [`deleted ${deleted.join(', ')}`] : []),
    ...(unlisted > 0 ? [`${counted(unlisted)} could not look for what was theirs`] : []),
    ...(reason ? [reason] : []),
  ]
  return parts.join('; ')
}

const counted = (agents: number): string => `${agents} ${agents === 1 ? 'agent' : 'agents'}`

class Cleanup {
  readonly #world: World
  readonly #deadline: number
  readonly #leftovers: Leftovers

  constructor(world: World, deadline: number, leftovers: Leftovers) {
    this.#world = world
    this.#deadline = deadline
    this.#leftovers = leftovers
  }

  /** Deletes the agent's objects of this kind; returns whether the agent may list them. */
  async deleteAll(agent: Identity, { name, list, member, removal }: Deletable): Promise<boolean> {
    const seen = new Set<string>()
    for (;;) {
      const reply = await this.#ask(agent, 'GET', `${list}?limit=100`)
      if (reply?.status !== 200) return false
      const items = itemsIn(reply, member)
        .map(removal)
        .filter(({ path, payload }) => isNew(seen, path, payload))
      if (items.length === 0) return true
      for (const item of items) await this.#remove(agent, name, item)
    }
  }

  async unblock(agent: Identity): Promise<boolean> {
    const blocked = this.#world.traces.blocks.get(agent.agent_id) ?? []
    for (const id of blocked) await this.#remove(agent, 'blocks', { path: `/blocks/${id}` })
    return true
  }

  async #remove(agent: Identity, name: string, { path, payload }: Removal): Promise<void> {
    const reply = await this.#ask(agent, 'DELETE', path, payload)
    const count = (this.#leftovers.objects[name] ??= { found: 0, deleted: 0 })
    count.found++
    // Deleting a post also deleted what was below it.
    if (reply && (reply.status < 300 || reply.status === 404)) count.deleted++
  }

  /**
   * The response, after one short wait if a limit requires it; `undefined` if the time is up or the server no longer
   * answers.
   */
  async #ask(agent: Identity, method: string, path: string, payload: Data = {}): Promise<Reply | undefined> {
    if (performance.now() > this.#deadline) this.#leftovers.reason ??= 'there was no time for the rest'
    if (this.#leftovers.reason) return undefined
    const call = () => callOnce(this.#world.http, agent, method, path, payload)
    try {
      const reply = await call()
      const waitMs = Number(reply.headers['retry-after']) * 1000
      if (reply.status !== 429 || !(waitMs <= longestWaitMs)) return reply
      await pause(waitMs)
      return await call()
    } catch (error) {
      if (this.#world.http.options.exchanges.unanswered >= atOnce) this.#leftovers.reason ??= (error as Error).message
      return undefined
    }
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
