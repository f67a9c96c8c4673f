import { LRUCache } from 'lru-cache'
import type { RunBatch } from '../../storage/db/batch.ts'
import { type CurrentKeyRow, findCurrentKeys } from '../../storage/keys/agent-keys.ts'
import type { KeyRing, KnownKey } from '../core/credentials.ts'
import { lruOptions } from '../core/lru-options.ts'
import { importPkcs1 } from './public-key.ts'

/** About 2 KB a key. */
const KEYS_KEPT = 100_000

export interface KeyRingParts {
  clock(): number
  /** Puts the key in that a recovery of the agent has waiting, where its time has come. */
  applyRecovery(agentId: string): Promise<unknown>
  cached?: number
}

export function createKeyRing(batch: RunBatch, { clock, applyRecovery, cached = KEYS_KEPT }: KeyRingParts): KeyRing {
  const keys = new LRUCache<string, KnownKey>(lruOptions(cached))

  const isDue = ({ ends_at }: CurrentKeyRow) => ends_at !== null && Date.parse(ends_at) <= clock()

  /** Whoever asks first after that has the next key put in (RECOVER-30). */
  async function findRow(agentId: string): Promise<CurrentKeyRow | undefined> {
    const row = await batch(findCurrentKeys, agentId)
    if (!row || !isDue(row)) return row
    await applyRecovery(row.agent_id)
    return await batch(findCurrentKeys, agentId)
  }

  async function load(agentId: string): Promise<KnownKey | undefined> {
    const row = await findRow(agentId)
    if (!row) return undefined
    // Written out: objects of one shape for life, which a row with some members more or less would not make.
    const { handle, visibility, key_version, key_fingerprint, pkcs1 } = row
    const found = {
      agent_id: row.agent_id,
      handle,
      visibility,
      key_version,
      key_fingerprint,
      key: importPkcs1(pkcs1),
    }
    // Not the id that was asked for, which is a part of a request's body.
    keys.set(row.agent_id, found)
    return found
  }

  return { find: (agentId, { fresh = false } = {}) => (fresh ? undefined : keys.get(agentId)) ?? load(agentId) }
}
