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
  /** Installs the key of an agent's due recovery. */
  applyRecovery(agentId: string): Promise<unknown>
  cached?: number
}

export function createKeyRing(batch: RunBatch, { clock, applyRecovery, cached = KEYS_KEPT }: KeyRingParts): KeyRing {
  const keys = new LRUCache<string, KnownKey>(lruOptions(cached))

  const isDue = ({ ends_at }: CurrentKeyRow) => ends_at !== null && Date.parse(ends_at) <= clock()

  /** The first lookup after that time installs the next key (RECOVER-30). */
  async function findRow(agentId: string): Promise<CurrentKeyRow | undefined> {
    const row = await batch(findCurrentKeys, agentId)
    if (!row || !isDue(row)) return row
    await applyRecovery(row.agent_id)
    return await batch(findCurrentKeys, agentId)
  }

  async function load(agentId: string): Promise<KnownKey | undefined> {
    const row = await findRow(agentId)
    if (!row) return undefined
    // Written out, so that all objects have the same shape.
    const { handle, visibility, key_version, key_fingerprint, pkcs1 } = row
    const found = {
      agent_id: row.agent_id,
      handle,
      visibility,
      key_version,
      key_fingerprint,
      key: importPkcs1(pkcs1),
    }
    // Copied from the row: the requested id is a slice of the request's body, which it would keep in memory.
    keys.set(row.agent_id, found)
    return found
  }

  return { find: (agentId, { fresh = false } = {}) => (fresh ? undefined : keys.get(agentId)) ?? load(agentId) }
}
