import { fingerprint, publicPem, signText } from '../keys.ts'
import { patiently } from '../patience.ts'
import { Refusal, Unreachable } from '../refusal.ts'
import type { Server } from '../server.ts'
import { PING, sendSigned } from './envelope.ts'
import type { Keeping } from './keeping.ts'

/** After a rotation without a response, finds out whether the server knows the next key. */
export async function settle(server: Server, keeping: Keeping, agent_id: string): Promise<void> {
  const next = keeping.next?.find()
  if (!next) return
  try {
    await sendSigned(server, agent_id, next, PING)
  } catch (error) {
    if (error instanceof Unreachable || !(error instanceof Refusal) || error.problem?.status !== 401) throw error
    return
  }
  keeping.next?.promote(next)
}

/** Replaces the key. The new one is stored next to the old until it is known which of them the server has. */
export async function rotate(server: Server, keeping: Keeping, agent_id: string): Promise<Record<string, unknown>> {
  const { next } = keeping
  if (!next)
    throw new Refusal(`the key in ${keeping.place} is set in the environment: only a key in a file can be rotated`)
  const key = next.make()
  const key_fingerprint = fingerprint(key)
  const proof = signText(`aui-key-rotation:v1:${agent_id}:${key_fingerprint}`, key)
  const payload = { public_key_pem: publicPem(key), proof }
  const call = { method: 'POST', path: '/agents/me/keys/rotate', action: 'agent.key.rotate', payload } as const
  try {
    const rotated = await sendSigned(server, agent_id, keeping.key(), call)
    next.promote(key)
    return rotated
  } catch (error) {
    await patiently(
      ASKING,
      () => settle(server, keeping, agent_id),
      () => true,
    ).catch(() => {})
    if (next.find()) throw error
    return { agent_id, key_fingerprint }
  }
}

const ASKING = { ms: 10_000 }
