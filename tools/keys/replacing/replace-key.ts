import { replaceKey } from '../../../storage/keys/agent-keys.ts'
import type { WaitingKey } from '../../../storage/keys/key-recoveries.ts'
import type { TransactionScope } from '../../core/context.ts'

interface Replaced {
  agent_id: string
  key_version: number
  key_fingerprint: string
}

interface Terms {
  key: WaitingKey
  at: Date
  /** Who does it, as events tell. */
  by: object
}

export interface ReplacedFacts {
  key_fingerprint: string
  previous_key_fingerprint: string
  rotated_at: string
}

/**
 * Puts a key in the place of that of an agent, whose standing the transaction holds for update: what the former one let
 * happen ends, and the agent is told (KEY-22 to KEY-28). `undefined` where somebody registered the key before.
 */
export async function replaceAgentKey(
  { db, emit }: Pick<TransactionScope, 'db' | 'emit'>,
  { agent_id, key_version, key_fingerprint: previous_key_fingerprint }: Replaced,
  { key, at, by: actor }: Terms,
): Promise<ReplacedFacts | undefined> {
  const { identity, fingerprint, pem, pkcs1 } = key
  const next = { agent_id, version: key_version + 1, identity, fingerprint, pem, pkcs1, created_at: at }
  if (!(await replaceKey(db, next))) return undefined
  const data = { key_fingerprint: fingerprint, previous_key_fingerprint, rotated_at: at.toISOString() }
  emit(agent_id, 'agent.key.rotated', { actor, subject: {}, excerpt: '', data })
  return data
}
