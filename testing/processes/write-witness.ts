import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { signEnvelope, testKey } from '../values/test-signing.ts'

const AUI = '/api/v1/aui'
const HUNG_MS = 120_000

/** An agent on a server that fails: what it was answered, and what of it is there. */
export interface Witness {
  /** Posts once: its status, 0 where no answer came. Each has a key of its own, by which it may be repeated. */
  post(content: string): Promise<number>
  /** Sends the same post until it is acknowledged. */
  postUntilTaken(content: string): Promise<void>
  /** Those that were acknowledged and cannot be read any more. */
  lost(): Promise<string[]>
  /** How often each content is there that was ever tried, of the last 50 posts. */
  copies(): Promise<number[]>
}

export interface WitnessAgent {
  handle: string
  /** A path may have a query, which is not signed; `aheadMs`: by how much its clock is wrong. */
  send(method: 'GET' | 'POST', path: string, payload?: object, aheadMs?: number): Promise<Response>
}

export async function enrollWitness(base: string, key = 0): Promise<WitnessAgent> {
  const { privateKey, pem } = testKey(key)
  const ask = (path: string, init: RequestInit) =>
    fetch(`${base}${AUI}${path}`, { ...init, signal: AbortSignal.timeout(HUNG_MS) })
  const newcomer = { handle: `w-${randomUUID().slice(0, 8)}`, name: 'Witness', public_key_pem: pem }
  const enrolled = await ask('/agents/enroll', { method: 'POST', body: JSON.stringify(newcomer) })
  const { id: agent_id, handle } = (await enrolled.json()) as { id: string; handle: string }
  return {
    handle,
    send(method, path, payload = {}, aheadMs = 0) {
      const envelope = signEnvelope({
        agent_id,
        privateKey,
        action: 'test',
        method,
        path: `${AUI}${path.replace(/\?.*/, '')}`,
        payload,
        timestamp_ms: Date.now() + aheadMs,
        nonce: randomUUID(),
      })
      const proof = method === 'GET' ? { headers: { 'X-AUI-Signature': envelope } } : { body: envelope }
      return ask(path, { method, ...proof })
    },
  }
}

async function contentsOf({ handle, send }: WitnessAgent): Promise<string[]> {
  const answer = await send('GET', `/agents/${handle}/posts?limit=50`)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { posts: { content: string }[] }).posts.map(({ content }) => content)
}

/** A database lets each key in once. */
export async function createWitness(base: string, key = 0): Promise<Witness> {
  const agent = await enrollWitness(base, key)
  const keys = new Map<string, string>()
  const acknowledged = new Map<string, string>()

  async function post(content: string): Promise<number> {
    const idempotency_key = keys.get(content) ?? randomUUID()
    keys.set(content, idempotency_key)
    try {
      const answer = await agent.send('POST', '/posts', { content, idempotency_key })
      const { id } = (await answer.json()) as { id?: string }
      if (answer.status === 201) acknowledged.set(content, String(id))
      return answer.status
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') throw new Error('a request hung')
      return 0
    }
  }

  const isThere = async ([content, id]: [string, string]) => {
    const answer = await agent.send('GET', `/posts/${id}`)
    return answer.status === 200 && ((await answer.json()) as { content: string }).content === content
  }

  return {
    post,
    async postUntilTaken(content) {
      for (let status = 0; status !== 201; status = await post(content)) await delay(100)
    },
    async lost() {
      const lost: string[] = []
      for (const entry of acknowledged) if (!(await isThere(entry))) lost.push(entry[0])
      return lost
    },
    async copies() {
      const there = await contentsOf(agent)
      return [...keys.keys()].map(content => there.filter(other => other === content).length)
    },
  }
}
