import { replaceKey } from '../../../storage/keys/agent-keys.ts'
import type { WaitingKey } from '../../../storage/keys/key-recoveries.ts'
import type { ActSignature } from '../../../storage/record/act-outbox.ts'
import type { TransactionScope } from '../../core/context.ts'
import { pemBody, recordKeyChange } from '../../record/key-change.ts'

interface Replaced {
  agent_id: string
  key_version: number
  key_fingerprint: string
}

interface Terms {
  key: WaitingKey
  at: Date
  /** The actor in events. */
  by: object
  /** The change in the record, with the envelope that requested it. */
  change: { id: string; change: 'rotated' | 'recovered'; signed?: ActSignature }
}

export interface ReplacedFacts {
  key_fingerprint: string
  previous_key_fingerprint: string
  rotated_at: string
}

/**
 * Replaces the key of an agent, whose status row the transaction has locked for update: ends everything that the
 * previous key authorized, and notifies the agent (KEY-22 to KEY-28). `undefined` if somebody has already registered
 * the key.
 */
export async function replaceAgentKey(
  { db, emit }: Pick<TransactionScope, 'db' | 'emit'>,
  { agent_id, key_version, key_fingerprint: previous_key_fingerprint }: Replaced,
  { key, at, by: actor, change: { id, change, signed } }: Terms,
): Promise<ReplacedFacts | undefined> {
  const { identity, fingerprint, pem, pkcs1 } = key
  const next = { agent_id, version: key_version + 1, identity, fingerprint, pem, pkcs1, created_at: at }
  if (!(await replaceKey(db, next))) return undefined
  const recorded = { change, kind: 'primary', key_id: fingerprint, public_key: pemBody(pem) } as const
  await recordKeyChange(db, { id, agent_id, at, ...(signed && { signed }) }, recorded)
  const data = { key_fingerprint: fingerprint, previous_key_fingerprint, rotated_at: at.toISOString() }
  emit(agent_id, 'agent.key.rotated', { actor, subject: {}, excerpt: '', data })
  return data
}
