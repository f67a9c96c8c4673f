import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { signEnvelope, testKey } from './signing.ts'

const AUI = '/api/v1/aui'
const HUNG_MS = 120_000

/** An agent on a server that fails: what it was answered, and what of it is there. */
export interface Witness {
  /** Posts once: its status, 0 where no answer came. Each has a key of its own, by which it may be repeated. */
  post(content: string): Promise<number>
  /** Posts until it is acknowledged, the same deed each time. */
  postUntilTaken(content: string): Promise<void>
  /** Those that were acknowledged and cannot be read any more. */
  lost(): Promise<string[]>
  /** How often each content is there that was ever tried, of the last 50 posts. */
  copies(): Promise<number[]>
}

export async function openWitness(base: string): Promise<Witness> {
  const key = testKey(0)
  const ask = (method: string, path: string, body?: string, headers = {}) =>
    fetch(`${base}${path}`, { method, headers, ...(body && { body }), signal: AbortSignal.timeout(HUNG_MS) })
  const enrolled = await ask(
    'POST',
    `${AUI}/agents/enroll`,
    JSON.stringify({ handle: `w-${randomUUID().slice(0, 8)}`, name: 'Witness', public_key_pem: key.pem }),
  )
  const { id: agent_id, handle } = (await enrolled.json()) as { id: string; handle: string }
  const keys = new Map<string, string>()
  const acknowledged = new Map<string, string>()

  const sign = (method: string, path: string, payload: object) =>
    signEnvelope({
      ...{ agent_id, privateKey: key.privateKey, action: 'test', method, path, payload },
      ...{ timestamp_ms: Date.now(), nonce: randomUUID() },
    })

  async function post(content: string): Promise<number> {
    const idempotency_key = keys.get(content) ?? randomUUID()
    keys.set(content, idempotency_key)
    const path = `${AUI}/posts`
    try {
      const answer = await ask('POST', path, sign('POST', path, { content, idempotency_key }))
      const body = (await answer.json()) as { id?: string }
      if (answer.status === 201) acknowledged.set(content, String(body.id))
      return answer.status
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') throw new Error('a request hung')
      return 0
    }
  }

  async function written(): Promise<string[]> {
    const path = `${AUI}/agents/${handle}/posts`
    const answer = await ask('GET', `${path}?limit=50`, undefined, { 'X-AUI-Signature': sign('GET', path, {}) })
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { posts: { content: string }[] }).posts.map(({ content }) => content)
  }

  return {
    post,
    async postUntilTaken(content) {
      for (let status = 0; status !== 201; status = await post(content)) await delay(100)
    },
    async lost() {
      const lost: string[] = []
      for (const [content, id] of acknowledged) {
        const path = `${AUI}/posts/${id}`
        const answer = await ask('GET', path, undefined, { 'X-AUI-Signature': sign('GET', path, {}) })
        if (answer.status !== 200 || ((await answer.json()) as { content: string }).content !== content)
          lost.push(content)
      }
      return lost
    },
    async copies() {
      const there = await written()
      return [...keys.keys()].map(content => there.filter(other => other === content).length)
    },
  }
}
