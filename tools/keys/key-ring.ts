import { LRUCache } from 'lru-cache'
import type { RunBatch } from '../../storage/db/batch.ts'
import { findCurrentKeys } from '../../storage/keys/keys.ts'
import { atMost } from '../kernel/at-most.ts'
import type { KeyRing, KnownKey } from '../kernel/credentials.ts'
import { importPkcs1 } from './public-key.ts'

/** About 2 KB a key. */
const KEYS_KEPT = 100_000

export function openKeyRing(batch: RunBatch, kept = KEYS_KEPT): KeyRing {
  const keys = new LRUCache<string, KnownKey>(atMost(kept))

  async function load(agentId: string): Promise<KnownKey | undefined> {
    const row = await batch(findCurrentKeys, agentId)
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
